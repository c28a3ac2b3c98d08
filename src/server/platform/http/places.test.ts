import { expect, it } from 'vitest';
import { makePlaces } from './places.ts';

const LIMITS = { most: 2, waitMs: 60_000, waiting: 2 };
const never = new AbortController().signal;

it('lets as many in as there are places, and the next one when one leaves', async () => {
  const places = makePlaces(LIMITS);
  const [first] = [await places.take('a', never), await places.take('a', never)];
  const order: string[] = [];
  const third = places.take('a', never).then((place) => {
    order.push('third');
    return place;
  });
  const fourth = places.take('a', never).then(() => order.push('fourth'));
  // The places of another key are free.
  expect((await places.take('b', never)).hasWaited).toBe(false);
  expect(order).toEqual([]);
  first.leave();
  // Leaving twice gives back one place.
  first.leave();
  expect((await third).hasWaited).toBe(true);
  expect(order).toEqual(['third']);
  (await third).leave();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
});

it('refuses a call that has waited too long, and at once if too many wait', async () => {
  const places = makePlaces({ ...LIMITS, most: 1, waitMs: 20 });
  await places.take('a', never);
  const waiting = [places.take('a', never), places.take('a', never)];
  const ends = waiting.map((each) => expect(each).rejects.toMatchObject({ code: 'unavailable' }));
  await expect(places.take('a', never)).rejects.toMatchObject({ code: 'tooManyAttempts' });
  await Promise.all(ends);
});

it('gives the place of a caller who has left to the next', async () => {
  const places = makePlaces({ ...LIMITS, most: 1 });
  const first = await places.take('a', never);
  const caller = new AbortController();
  const left = expect(places.take('a', caller.signal)).rejects.toThrow('left');
  const next = places.take('a', never);
  caller.abort(new Error('left'));
  await left;
  first.leave();
  expect((await next).hasWaited).toBe(true);
});
