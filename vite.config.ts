import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const WEB = resolve(import.meta.dirname, 'src/web');
const SERVICE_WORKER = 'service-worker';

export default defineConfig({
  root: WEB,
  plugins: [react(), filesForServiceWorker(), compressedFiles()],
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
        [SERVICE_WORKER]: resolve(import.meta.dirname, 'src/service-worker/service-worker.ts'),
      },
      output: {
        // No hash: the browser looks for updates of the service worker at its URL.
        entryFileNames: ({ name }) =>
          name === SERVICE_WORKER ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});

/** Inserts the list of all built files into the service worker, which is written last. */
function filesForServiceWorker(): Plugin {
  return {
    name: 'files-for-service-worker',
    generateBundle(_options, bundle) {
      const worker = bundle[`${SERVICE_WORKER}.js`];
      if (worker?.type !== 'chunk') throw new Error('The service worker was not built');
      const built = Object.keys(bundle).filter((file) => file.startsWith('assets/'));
      const files = [...built, ...readdirSync(resolve(WEB, 'public'))].map((file) => `/${file}`);
      worker.code = `const BUILT_FILES=${JSON.stringify(files.sort())};\n${worker.code}`;
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
