import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { build } from 'vite';
import { onPhone } from './browser.ts';
import type { Person } from './data.ts';

const compress = promisify(brotliCompress);

/** Builds and compresses a script as ours are. @returns its text, and its size when compressed with Brotli (bytes) */
export async function builtScript(source: string): Promise<{ text: string; size: number }> {
  const id = 'measured-script';
  const path = import.meta.filename;
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: id } },
    plugins: [
      {
        name: id,
        resolveId: (wanted) => (wanted === id ? path : undefined),
        load: (loaded) => (loaded === path ? source : undefined),
      },
    ],
  });
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const chunks = outputs.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []));
  const text = chunks.join('\n');
  return { text, size: (await compress(text)).length };
}

/** An element with its attributes and what it contains, or a text. */
type Drawn =
  | string
  | readonly [tag: string, attributes: Record<string, string | true>, inside: Drawn[]];

const BOOLEAN_ATTRIBUTES = ['hidden', 'inert', 'open', 'disabled', 'checked', 'selected'];

/** Draws the elements of the data block. React takes attributes by the names of HTML, too. */
const SCRIPT = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  const drawn = JSON.parse(document.querySelector('[type="application/json"]').textContent);
  const draw = (each, key) => typeof each === 'string' ? each
    : createElement(each[0], { ...each[1], key }, ...each[2].map(draw));
  createRoot(document.getElementById('root')).render(drawn.map(draw));
`;

/**
 * Serves a page with the elements and styles of our overview that React alone draws, from data in the page: the same
 * picture without anything that an app does.
 */
export async function startBareReact(
  browser: Browser,
  ours: string,
  person: Person,
): Promise<{ readonly url: string; readonly stop: () => void }> {
  const page = await onPhone(browser, ours, person);
  await page.goto(`${ours}/dashboard`);
  await page.getByRole('img').nth(1).waitFor();
  const { drawn, styles } = await page.evaluate(async (flags) => {
    const read = (node: Node): Drawn[] => {
      if (node instanceof Text) return node.data === '' ? [] : [node.data];
      if (!(node instanceof Element) || node.localName === 'script') return [];
      // React wants an object for a style, and the few styles that we have change no size.
      const named = [...node.attributes].filter(({ name }) => name !== 'style');
      const attributes = Object.fromEntries(
        // React takes an empty text for false.
        named.map(({ name, value }) => [name, flags.includes(name) ? (true as const) : value]),
      );
      const inside = [...node.childNodes].flatMap(read);
      return [[node.localName, attributes, node.localName === 'textarea' ? [] : inside]];
    };
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    const texts = await Promise.all(sheets.map(async ({ href }) => (await fetch(href)).text()));
    const root = document.getElementById('root');
    return { drawn: [...(root?.childNodes ?? [])].flatMap(read), styles: texts.join('\n') };
  }, BOOLEAN_ATTRIBUTES);
  await page.context().close();
  const { text } = await builtScript(SCRIPT);
  const data = JSON.stringify(drawn).replaceAll('<', '\\u003c');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>React</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/style.css"><script type="module" src="/script.js"></script>
<div id="root"></div><script type="application/json">${data}</script></html>`;
  const files: Readonly<Record<string, readonly [type: string, body: Buffer]>> = {
    '/': ['text/html; charset=utf-8', await compress(html)],
    '/style.css': ['text/css', await compress(styles)],
    '/script.js': ['text/javascript', await compress(text)],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? [];
    if (!type) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
  });
  await new Promise<void>((isListening) => server.listen(0, '127.0.0.1', isListening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}
