import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const patiently = (turn: Promise<void>) => turn;

it('whose work began first comes first, whenever it asks', async () => {
  const turns = new Turns({ atOnce: 1, maxWaiting: 10 });
  await turns.begin(0, patiently);
  const order: number[] = [];
  const asked = [5, 3, 4, 3].map((since) =>
    turns.begin(since, patiently).then(() => {
      order.push(since);
      turns.end();
    }),
  );
  turns.end();
  await Promise.all(asked);
  expect(order).toEqual([3, 3, 4, 5]);
});

it('whoever gives up takes nobody’s turn, also where it came at the same moment', async () => {
  const turns = new Turns({ atOnce: 1, maxWaiting: 10 });
  await turns.begin(0, patiently);
  const gaveUp = new Error('gave up');
  const early = turns.begin(1, () => Promise.reject(gaveUp));
  await expect(early).rejects.toBe(gaveUp);
  const late = turns.begin(1, (turn) => turn.then(() => Promise.reject(gaveUp)));
  turns.end();
  await expect(late).rejects.toBe(gaveUp);
  await turns.begin(2, patiently);
});
