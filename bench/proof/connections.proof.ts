import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { newPlace } from '../../src/server/testing/databases.ts';
import { personOver, startedServer } from '../../src/server/testing/process.ts';
import { tell, times } from './figures.ts';
import { Ledger } from './forms.ts';

const SAVES = 50;

/** The middle one of the times of saves, in milliseconds. */
async function medianSave(ledger: Ledger, server: Parameters<Ledger['save']>[0]): Promise<number> {
  const took: number[] = [];
  for (let save = 0; save < SAVES; save += 1) {
    const began = performance.now();
    expect(await ledger.save(server)).toBe(200);
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b)[SAVES >> 1] ?? 0;
}

it('idle connections and slow senders', async (context) => {
  const server = await startedServer(await newPlace('SQLite'));
  const person = await personOver(server);
  const ledger = new Ledger(person);
  // Warm, as it is after the connections.
  await medianSave(ledger, server);
  const before = await medianSave(ledger, server);
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const open = async (addresses: number) => {
    const socket = connect({
      port: server.port,
      host: '127.0.0.1',
      localAddress: `127.0.0.${addresses}`,
    });
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  const idle = times(10_000);
  for (let opened = 0; opened < idle; opened += 100) {
    await Promise.all(
      Array.from({ length: Math.min(100, idle - opened) }, () => open(2 + (opened % 200))),
    );
  }
  const slow = times(200);
  let answered = 0;
  for (let sender = 0; sender < slow; sender += 1) {
    const socket = await open(1);
    socket.on('data', () => {
      answered += 1;
    });
    // Signed in, so that the server waits for the body.
    socket.write(
      [
        'POST /api/saveSymptomForm HTTP/1.1',
        'host: x',
        `cookie: ${person.cookie}`,
        'content-type: application/json',
        'content-length: 1000000',
        '',
        '{',
      ].join('\r\n'),
    );
  }
  const after = await medianSave(ledger, server);
  tell(
    context,
    `${idle} idle connections and ${slow} that send slowly: a save takes ${after.toFixed(1)} ms, before ${before.toFixed(1)} ms`,
  );
  expect(answered).toBe(0);
  expect(sockets.filter(({ destroyed }) => destroyed).length).toBe(0);
  // As before, but for what the machine does meanwhile.
  expect(after).toBeLessThan(3 * before + 20);
});
