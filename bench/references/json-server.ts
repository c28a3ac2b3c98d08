import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

/** What a reference is started with: a port, a folder, and a PostgreSQL address where it needs one. */
export const settings: Readonly<Record<string, string>> = JSON.parse(process.argv[2] ?? '{}');

/** The least server there can be: an answer in JSON to each request, and nothing else. */
export function serveJson(
  answer: (request: { path: string; cookie: string; body: unknown }) => Promise<unknown>,
): void {
  const server = createServer(async (request, response) => {
    const text = JSON.stringify(
      await answer({
        path: request.url ?? '/',
        cookie: request.headers.cookie ?? '',
        body: await bodyOf(request),
      }),
    );
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
  const port = Number(settings.PORT);
  server.listen(port, '127.0.0.1', () =>
    process.stdout.write(`The reference is ready at ${port}\n`),
  );
  process.on('SIGTERM', () => process.exit());
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  return request.method === 'POST' ? await json(request) : undefined;
}
