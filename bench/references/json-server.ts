import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** The settings of a reference server: PORT, DATA_DIR and, for PostgreSQL, DATABASE_URL. */
export const settings: Readonly<Record<string, string>> = JSON.parse(process.argv[2] ?? '{}');

interface Asked {
  readonly path: string;
  readonly cookie: string;
  /** The parsed JSON of a POST; undefined for other methods. */
  readonly body: unknown;
}

/** Starts a minimal server, which answers each request with JSON and does nothing else. */
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
