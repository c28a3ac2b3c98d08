import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import type { ScreenHtml } from './src/contract/page-data.ts';

const WEB = resolve(import.meta.dirname, 'src/web');
const SERVICE_WORKER = 'service-worker';
const BASE =
  /node_modules\/(react|react-dom|scheduler|@fontsource-variable|@tanstack(?!.*[iI]nfinite))\/|src\/contract\/user-not-found|src\/web\/(styles|features\/auth\/(auth|provider)|api\/(account|client|config|oauth|random|user)|ui\/(button|brand|display|field|for-whom|form|from-html|loading|message|page|part)[.-])/;
const FIGURES =
  /src\/(domain\/(diary|formats|regimen|severity|sorted|symptoms|visit-days|windows|zone)|charts\/(part-labels|series-style)|web\/ui\/(calendar-date-text|figure-table|icon|save-file))\./;
const TRACKER =
  /node_modules\/(idb|@tanstack)\/|src\/web\/(entries\/|api\/(check-ins|diary|doses|forms|medication|offline|profile|tracker|visits)\.|features\/overview\/(check-in-row|check-in-text|deleted-entry|diary-words|dose-row|entered-by|form-text|form-time|use-(check-ins|diary|today|visits))\.|ui\/(device-zone|fold-button|kept-height|logged-out)\.)/;
const CHARTS =
  /node_modules\/d3-|src\/charts\/(bar-chart|line-chart|markers|plot)\.|src\/web\/ui\/(bar-chart-view|chart-frame|line-chart-view|use-chart-size)\./;

export default defineConfig({
  root: WEB,
  plugins: [react(), filesForServiceWorker(), builtScreens(), compressedFiles()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Old phones. Newer CSS may add comfort but is never needed (e2e/old-browsers.spec.ts).
    target: ['chrome109', 'safari15.6', 'firefox115'],
    // The content security policy forbids data: scripts, and fonts are better cached as files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        main: resolve(WEB, 'index.html'),
        shared: resolve(WEB, 'shared.html'),
        first: resolve(WEB, 'first.ts'),
        [SERVICE_WORKER]: resolve(import.meta.dirname, 'src/service-worker/service-worker.ts'),
      },
      output: {
        // No hash: the browser looks for updates of the service worker at its URL.
        entryFileNames: ({ name }) =>
          name === SERVICE_WORKER ? '[name].js' : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            // One file of script and one of style for what the sign-in screen needs besides its own code.
            { name: 'base', test: BASE },
            // One file each for what the overview shares with other screens. Small files cost a request each.
            { name: 'figures', test: FIGURES },
            { name: 'tracker', test: TRACKER },
            { name: 'charts', test: CHARTS },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});

/** Inserts the list of all built files into the service worker, which is written last. */
function filesForServiceWorker(): Plugin {
  return {
    name: 'files-for-service-worker',
    generateBundle: {
      // Vite first removes the chunks of script that only had styles.
      order: 'post',
      handler(_options, bundle) {
        const worker = bundle[`${SERVICE_WORKER}.js`];
        if (worker?.type !== 'chunk') throw new Error('The service worker was not built');
        const built = Object.keys(bundle).filter((file) => file.startsWith('assets/'));
        const files = [...built, ...readdirSync(resolve(WEB, 'public'))].map((file) => `/${file}`);
        worker.code = `const BUILT_FILES=${JSON.stringify(files.sort())};\n${worker.code}`;
      },
    },
  };
}

/** What the dashboard shows first. */
const DASHBOARD = ['dashboard', 'ui/line-chart-view', 'ui/bar-chart-view'];

/**
 * Writes the HTML of the sign-in and sign-up screens, which can be filled in before the script has run, and of the
 * dashboard, whose script is loaded together with the main one (decision 34).
 */
function builtScreens(): Plugin {
  return {
    name: 'built-screens',
    // In one file with the main script, it would wait for that.
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, filename }) {
        // It reads local storage, and the page of a link keeps nothing on the device.
        if (filename.endsWith('shared.html')) return [];
        const first = Object.values(bundle).find(({ name }) => name === 'first');
        // The style and this file are what the first paint waits for.
        const attrs = { type: 'module', async: true, crossorigin: true, fetchpriority: 'high' };
        return first
          ? [
              {
                tag: 'script',
                attrs: { ...attrs, src: `/${first.fileName}` },
                injectTo: 'head-prepend',
              },
            ]
          : [];
      },
    },
    async writeBundle({ dir = '' }, bundle) {
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const files = { '/signin': 'features/auth/sign-in', '/signup': 'features/auth/sign-up' };
      await mkdir(join(dir, 'screens'));
      const write = (name: string, html: string) =>
        writeFile(join(dir, 'screens', `${name}.html`), html);
      const low = withFiles(page, bundle, ...DASHBOARD).replaceAll(SCRIPT, (tag) =>
        // Behind the style that the first paint waits for.
        tag.replace(' ', ' fetchpriority="low" '),
      );
      await write('dashboard', low);
      for (const { name, path, title, html } of await renderScreens()) {
        const root = `<div id="root" data-screen="${path}">${html}</div>`;
        await write(
          name,
          afterPaint(withFiles(page, bundle, files[path]))
            .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
            .replace(/<div id="root">.*<\/div>(?=\s*<p class="waiting-long">)/s, () => root),
        );
      }
    },
  };
}

/** The main script, or a link for a file that it imports. */
const SCRIPT = /<script type="module" crossorigin.*?<\/script>|<link rel="modulepreload".*?>/g;

/** Moves the scripts to a template, from which `first.ts` takes them after the first paint. */
function afterPaint(page: string): string {
  const scripts = page.match(SCRIPT) ?? [];
  return page
    .replaceAll(SCRIPT, '')
    .replace('<head>', () => `<head>\n<template>${scripts.join('')}</template>`);
}

/** Builds the app for Node, and renders the screens with it. */
async function renderScreens(): Promise<ScreenHtml[]> {
  const outDir = resolve(import.meta.dirname, 'dist/built-screens');
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      ssr: resolve(WEB, 'built-screens.tsx'),
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
    },
  });
  // A name of its own for each build, because Node caches modules.
  const file = pathToFileURL(join(outDir, 'built-screens.js'));
  const module = await import(`${file.href}?${Date.now()}`);
  const screens = await module.renderScreens();
  await rm(outDir, { recursive: true });
  return screens;
}

/** Adds links for the script of a screen, and for what that imports, which the browser loads at once. */
function withFiles(
  page: string,
  bundle: Rolldown.OutputBundle,
  ...sources: readonly string[]
): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const wanted = new Set(
    sources.map((source) => {
      const file = resolve(WEB, `${source}.tsx`);
      const found = chunks.find(({ moduleIds }) => moduleIds.includes(file));
      if (!found) throw new Error(`${source} has no file of its own`);
      return found;
    }),
  );
  for (const { imports } of wanted) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) wanted.add(chunk);
  }
  const scripts = [...wanted].map(
    ({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`,
  );
  const styles = [...wanted].flatMap((chunk) =>
    [...(chunk.viteMetadata?.importedCss ?? [])].map(
      (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
    ),
  );
  // The browser would find the font only in the style, and the text would change its width.
  const fonts = Object.keys(bundle)
    .filter((file) => file.includes('-latin-wght-'))
    .map((file) => `<link rel="preload" as="font" crossorigin href="/${file}">`);
  const missing = [...fonts, ...styles, ...scripts].filter((link) => !page.includes(link));
  return page.replace('</head>', () => `${missing.join('\n')}\n</head>`);
}

/** Writes a Brotli and a gzip copy beside each compressible file. The server sends these copies unchanged. */
function compressedFiles(): Plugin {
  const ways = { br: promisify(brotliCompress), gz: promisify(gzip) };
  return {
    name: 'compressed-files',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(js|css|html|svg)$/.test(file));
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(join(dir, file));
          for (const [ending, compress] of Object.entries(ways)) {
            await writeFile(join(dir, `${file}.${ending}`), await compress(content));
          }
        }),
      );
    },
  };
}
