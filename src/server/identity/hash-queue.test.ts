import { expect, it } from 'vitest';
import { HashQueue, type Lane } from './hash-queue.ts';

const SIZE = { places: 3, reserved: 1, waiting: 8, waitingOfKey: 4 };

/** A queue whose hashes end when the test says so. */
function queue() {
  const hashes = new HashQueue(SIZE);
  const running = new Map<string, () => void>();
  const started: string[] = [];
  const add = (name: string, lane: Lane) =>
    hashes.run(lane, async () => {
      started.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(name, resolve);
      await promise;
    });
  /** Ends a hash, and lets the next one start. */
  const end = async (name: string) => {
    running.get(name)?.();
    await new Promise(setImmediate);
  };
  return { add, end, started };
}

const network = (key: string): Lane => ({ key, isKnown: false });
const known = (key: string): Lane => ({ key, isKnown: true });

it('runs one hash of a network at a time, and lets networks take turns', async () => {
  const { add, end, started } = queue();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'] as const) {
    void add(name, network(name.charAt(0)));
  }
  await end('');
  expect(started).toEqual(['a1', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  await end('c1');
  await end('a2');
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

it('keeps a place for known browsers, which go first', async () => {
  const { add, end, started } = queue();
  for (const name of ['a', 'b', 'c']) void add(name, network(name));
  void add('first', known('grace'));
  void add('second', known('ada'));
  await end('');
  expect(started).toEqual(['a', 'b', 'first']);
  await end('a');
  expect(started.at(-1)).toBe('second');
});

it('refuses more of one network, and more in all, at once', async () => {
  const { add, end, started } = queue();
  const all = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e'].map((key) =>
    add(key, network(key)).catch(({ code }: { code: string }) => `${key} ${code}`),
  );
  const refused: string[] = [];
  for (const each of all) void each.then((outcome) => refused.push(String(outcome)));
  await new Promise(setImmediate);
  // One of a and of b runs. Four more of a wait; of the others, four more have room.
  expect(refused).toEqual(['a unavailable', 'd unavailable', 'e unavailable']);
  void add('grace', known('grace'));
  await end('');
  expect(started).toEqual(['a', 'b', 'grace']);
});

it('goes on after a hash that failed', async () => {
  const hashes = new HashQueue(SIZE);
  const failed = hashes.run(network('a'), () => Promise.reject(new Error('no memory')));
  await expect(failed).rejects.toThrow('no memory');
  await expect(hashes.run(network('a'), async () => 'hashed')).resolves.toBe('hashed');
});
