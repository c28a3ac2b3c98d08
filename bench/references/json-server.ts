import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** What a reference is started with: a port, a folder, and a PostgreSQL address where it needs one. */
export const settings: Readonly<Record<string, string>> = JSON.parse(process.argv[2] ?? '{}');

interface Asked {
  readonly path: string;
  readonly cookie: string;
  /** Of a POST. */
  readonly body: unknown;
}

/** The least server there can be: an answer in JSON to each request, and nothing else. */
export function serveJson(answer: (asked: Asked) => Promise<unknown>): void {
  const server = createServer(async (request, response) => {
    const { url: path = '/', headers, method } = request;
    const body = method === 'POST' ? await json(request) : undefined;
    const text = JSON.stringify(await answer({ path, cookie: headers.cookie ?? '', body }));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
  server.listen(Number(settings.PORT), '127.0.0.1', () => {
    process.stdout.write('The reference is ready at its port\n');
  });
  process.on('SIGTERM', () => process.exit());
}
