import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** One answer, as it left the server. */
interface Transfer {
  readonly path: string;
  readonly status: number;
  /** Of the body as it is sent: compressed, without headers. */
  readonly bytes: number;
}

/** What stands in front of a server and counts what it sends, to a page and to its service worker alike. */
export interface CountingProxy {
  readonly url: string;
  /** What was sent since it was last asked. */
  readonly take: () => Transfer[];
}

/** Gives a proxy in front of a server, and stops it afterwards. */
export async function inCountingProxy<Value>(
  serverUrl: string,
  work: (proxy: CountingProxy) => Promise<Value>,
): Promise<Value> {
  let transfers: Transfer[] = [];
  const proxy = createServer((asked, answer) => {
    const { method, headers, url: path = '/' } = asked;
    const onward = request(new URL(path, serverUrl), { method, headers }, async (answered) => {
      const { statusCode: status = 0 } = answered;
      answer.writeHead(status, answered.headers);
      let bytes = 0;
      const counter = new PassThrough().on('data', (part: Buffer) => {
        bytes += part.length;
      });
      // A page that is left gives up what it has asked for.
      await pipeline(answered, counter, answer).catch(() => {});
      transfers.push({ path, status, bytes });
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  try {
    return await work({
      url: `http://127.0.0.1:${port}`,
      take: () => {
        const taken = transfers;
        transfers = [];
        return taken;
      },
    });
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}
