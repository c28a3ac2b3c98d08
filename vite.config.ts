import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { chunksOf, importedBy } from './scripts/chunks.ts';
import type { ScreenHtml } from './src/contract/page-data.ts';

const SOURCE = resolve(import.meta.dirname, 'src');
const WEB = join(SOURCE, 'web');
const SERVICE_WORKER = 'service-worker';

const inWeb = (file: string) => resolve(WEB, file);
const SCREENS = {
  start: inWeb('main.tsx'),
  signIn: inWeb('identity/sign-in.tsx'),
  signUp: inWeb('identity/sign-up.tsx'),
  dashboard: inWeb('dashboard.tsx'),
  shared: inWeb('shared-main.tsx'),
};

export default defineConfig({
  root: WEB,
  plugins: [
    react(),
    ownFiles(),
    filesForServiceWorker(),
    builtScreens(),
    guideFiles(),
    compressedFiles(),
  ],
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
          // Small files cost a request each, and compress worse.
          groups: [{ debugName: 'screens', name: chunkName() }],
          // No circles: what a module of a chunk imports is in the same chunk, or in one that its screens load too.
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});

/** What pages begin with. They have files of their own, so that `first.ts` waits for no other. */
const PAGES = ['first.ts', 'main.tsx', 'shared-main.tsx'].map(inWeb);

/** Names the chunk of a module. Rolldown knows all modules when it first asks. */
function chunkName() {
  let chunks: ReturnType<typeof chunksOf> | undefined;
  return (module: string, graph: Rolldown.ChunkingContext) => {
    chunks ??= chunksOf(SCREENS, (id) => graph.getModuleInfo(id)?.importedIds ?? []);
    return PAGES.includes(module) ? undefined : chunks.get(module);
  };
}

/** Fails the build if a screen loads a file with modules that it does not import, except `base`. */
function ownFiles(): Plugin {
  return {
    name: 'own-files',
    generateBundle(_options, bundle) {
      for (const screen of [SCREENS.signIn, SCREENS.signUp, SCREENS.dashboard]) {
        const own = importedBy(
          [SCREENS.start, screen],
          (id) => this.getModuleInfo(id)?.importedIds ?? [],
        );
        for (const { name, moduleIds } of loadedFor([screen], bundle)) {
          const others =
            name === 'base' ? [] : moduleIds.filter((id) => id.startsWith(SOURCE) && !own.has(id));
          if (others.length > 0) {
            this.error(`${screen} loads the file '${name}' with ${others.join(', ')}`);
          }
        }
      }
    },
  };
}

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
      const files = { '/signin': 'identity/sign-in', '/signup': 'identity/sign-up' };
      await mkdir(join(dir, 'screens'));
      const write = (name: string, html: string) =>
        writeFile(join(dir, 'screens', `${name}.html`), html);
      const low = withFiles(page, bundle, 'dashboard').replaceAll(SCRIPT, (tag) =>
        // Behind the style that the first paint waits for.
        tag.replace(' ', ' fetchpriority="low" '),
      );
      await write('dashboard', low);
      const overview = withFiles(page, bundle, 'dashboard');
      const form = linksFor(bundle, 'dashboard', 'forms/form-dialog').filter(
        (link) => !overview.includes(link),
      );
      // `first.ts` takes it when the form is asked for before the script has run.
      const ofForm = `<template data-form>${form.join('')}</template>\n</head>`;
      const first = '<script type="module" async';
      await write(
        'overview',
        afterPaint(overview)
          .replace('</head>', () => ofForm)
          // Painted after `first.ts` has run, so that no press is lost.
          .replace(first, `${first} blocking="render"`),
      );
      await buildForNode('overview-html.tsx', OVERVIEW_HTML);
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

/** The folder of the file with which the server renders the overview (`web-app.ts`). */
const OVERVIEW_HTML = resolve(import.meta.dirname, 'dist/overview-html');

/** Builds a module of the app for Node, with all that it imports. */
async function buildForNode(source: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'warn',
    plugins: [react()],
    define: {
      // React's production build, whatever the server's environment is.
      'process.env.NODE_ENV': '"production"',
      // Node warns when its own one is read.
      localStorage: 'undefined',
    },
    ssr: { noExternal: true },
    build: {
      ssr: inWeb(source),
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      // One file, because the screens are loaded before the first rendering anyway.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}

/** Renders the built screens. */
async function renderScreens(): Promise<ScreenHtml[]> {
  const outDir = resolve(import.meta.dirname, 'dist/built-screens');
  await buildForNode('built-screens.tsx', outDir);
  // A name of its own for each build, because Node caches modules.
  const file = pathToFileURL(join(outDir, 'built-screens.js'));
  const module = await import(`${file.href}?${Date.now()}`);
  const screens = await module.renderScreens();
  await rm(outDir, { recursive: true });
  return screens;
}

/** The files of script with these modules, and all that those import statically. */
function loadedFor(
  modules: readonly string[],
  bundle: Rolldown.OutputBundle,
): ReadonlySet<Rolldown.OutputChunk> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const loaded = new Set(
    modules.map((module) => {
      const found = chunks.find(({ moduleIds }) => moduleIds.includes(module));
      if (!found) throw new Error(`${module} is in no file`);
      return found;
    }),
  );
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return loaded;
}

/** The tags that load the scripts and styles of screens, and of all modules that these import. */
function linksFor(bundle: Rolldown.OutputBundle, ...sources: readonly string[]): readonly string[] {
  const wanted = loadedFor(
    sources.map((source) => inWeb(`${source}.tsx`)),
    bundle,
  );
  const scripts = [...wanted].map(
    ({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`,
  );
  const styles = [...wanted].flatMap((chunk) =>
    [...(chunk.viteMetadata?.importedCss ?? [])].map(
      (file) => `<link rel="stylesheet" crossorigin href="/${file}">`,
    ),
  );
  return [...styles, ...scripts];
}

/** Adds links for a screen, whose files the browser loads at once. */
function withFiles(
  page: string,
  bundle: Rolldown.OutputBundle,
  ...sources: readonly string[]
): string {
  // The browser would find the font only in the style, and the text would change its width.
  const fonts = Object.keys(bundle)
    .filter((file) => file.includes('-latin-wght-'))
    .map((file) => `<link rel="preload" as="font" crossorigin href="/${file}">`);
  const missing = [...fonts, ...linksFor(bundle, ...sources)].filter(
    (link) => !page.includes(link),
  );
  return page.replace('</head>', () => `${missing.join('\n')}\n</head>`);
}

/** Writes the guide for patients and families as a PDF, for both sizes of paper (decision 81). */
function guideFiles(): Plugin {
  return {
    name: 'guide-files',
    async writeBundle({ dir = '' }) {
      // At run time, because the server's code finds its fonts and pages from its own place.
      const file = resolve(SOURCE, 'server/guide/guide-pdf.ts');
      const { guidePdf } = await import(pathToFileURL(file).href);
      for (const paper of ['A4', 'Letter']) {
        const pdf = await guidePdf(paper, new Date());
        await writeFile(join(dir, `guide-${paper.toLowerCase()}.pdf`), pdf);
      }
    },
  };
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
