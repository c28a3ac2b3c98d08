import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { makeLog } from '../../log.ts';
import { makeTransport } from './transport.ts';

const received: string[] = [];
let port: number;

const server = new SMTPServer({
  name: 'localhost',
  logger: false,
  disableReverseLookup: true,
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    void text(stream).then((mail) => {
      received.push(mail);
      done();
    });
  },
});

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.server.address() as AddressInfo).port;
});

afterAll(() => new Promise<void>((resolve) => void server.close(resolve)));

async function send(host: string, parameters = ''): Promise<void> {
  const settings = { SMTP_URL: `smtp://${host}:${port}${parameters}` };
  const transport = makeTransport(readConfig(settings), makeLog('silent'));
  const letter = { subject: 'Your code', text: '123456', html: '<p>123456</p>' };
  received.length = 0;
  await transport.send({ id: 'one', to: 'reader@example.org', ...letter });
}

it('sends nothing to another machine without TLS, not even without a password', async () => {
  // 0.0.0.0 leads to this machine, but it is not a loopback address, so the app treats it as another machine.
  await expect(send('0.0.0.0')).rejects.toMatchObject({ code: 'ETLS' });
  expect(received).toEqual([]);
});

it.each([
  ['to this machine', 'localhost', ''],
  ['to another machine if SMTP_URL allows it', '0.0.0.0', '?requireTLS=false'],
])('sends without TLS %s', async (_where, host, parameters) => {
  await send(host, parameters);
  expect(received).toHaveLength(1);
});
