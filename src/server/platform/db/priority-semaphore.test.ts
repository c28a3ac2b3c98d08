import { expect, it } from 'vitest';
import { PrioritySemaphore } from './priority-semaphore.ts';

const patiently = (permit: Promise<void>) => permit;

it('serves the work that began earliest first, whenever it asks', async () => {
  const semaphore = new PrioritySemaphore({ atOnce: 1, maxWaiting: 10 });
  await semaphore.acquire(0, patiently);
  const order: number[] = [];
  const asked = [5, 3, 4, 3].map((since) =>
    semaphore.acquire(since, patiently).then(() => {
      order.push(since);
      semaphore.release();
    }),
  );
  semaphore.release();
  await Promise.all(asked);
  expect(order).toEqual([3, 3, 4, 5]);
});

it('loses no permit when a waiter gives up, even as its permit arrives', async () => {
  const semaphore = new PrioritySemaphore({ atOnce: 1, maxWaiting: 10 });
  await semaphore.acquire(0, patiently);
  const gaveUp = new Error('gave up');
  const early = semaphore.acquire(1, () => Promise.reject(gaveUp));
  await expect(early).rejects.toBe(gaveUp);
  const late = semaphore.acquire(1, (permit) => permit.then(() => Promise.reject(gaveUp)));
  semaphore.release();
  await expect(late).rejects.toBe(gaveUp);
  await semaphore.acquire(2, patiently);
});
