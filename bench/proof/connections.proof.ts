import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import { personOver, type ServerProcess, startedServer } from '../../src/server/testing/process.ts';
import { tell, times } from './figures.ts';
import { Ledger } from './forms.ts';

const SAVES = 50;
const AT_ONCE = 100;

it('idle connections and slow senders', async (context) => {
  const server = await startedServer(await newPlace('SQLite'));
  const person = await personOver(server);
  const ledger = new Ledger(person);
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  /** @param last the last byte of the client address; one address has too few ports for all connections */
  const open = async (last: number) => {
    const localAddress = `127.0.0.${last}`;
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  // The first saves only warm up the server.
  await medianSave(ledger, server);
  const before = await medianSave(ledger, server);
  const idle = times(10_000);
  for (let opened = 0; opened < idle; opened += AT_ONCE) {
    const length = Math.min(AT_ONCE, idle - opened);
    await Promise.all(Array.from({ length }, () => open(2 + (opened % 200))));
  }
  const slow = times(200);
  let answered = 0;
  for (let sender = 0; sender < slow; sender += 1) {
    const socket = await open(1);
    socket.on('data', () => {
      answered += 1;
    });
    // Signed in, because the server rejects other requests without waiting for the body.
    const head = ['POST /api/saveSymptomForm HTTP/1.1', 'host: x', `cookie: ${person.cookie}`];
    const body = ['content-type: application/json', 'content-length: 1000000', '', '{'];
    socket.write([...head, ...body].join('\r\n'));
  }
  const after = await medianSave(ledger, server);
  tell(
    context,
    `${idle} idle connections and ${slow} slow senders: a save takes ${after.toFixed(1)} ms, ${before.toFixed(1)} ms before`,
  );
  expect(answered).toBe(0);
  expect(sockets.filter(({ destroyed }) => destroyed).length).toBe(0);
  // A high limit, because other work on the machine may slow the saves.
  expect(after).toBeLessThan(3 * before + 20);
});

/** The median time of `SAVES` saves (ms). */
async function medianSave(ledger: Ledger, server: ServerProcess): Promise<number> {
  const took: number[] = [];
  for (let save = 0; save < SAVES; save += 1) {
    const began = performance.now();
    expect(await ledger.save(server)).toBe(200);
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b)[SAVES >> 1] ?? 0;
}
