import { once } from 'node:events';
import { Client } from 'undici';
import { percentile } from '../measuring/figure.ts';
import type { Job, Outcome, RequestKind } from './job.ts';
import { requestOf } from './requests.ts';

/**
 * A load generator, in a process of its own so that it does not share the server's event loop. Takes a job as
 * its first message, and answers with the outcome.
 */

const [job] = (await once(process, 'message')) as [Job];
process.send?.(await generate(job));
process.disconnect?.();

async function generate({ url, people, requests, ...limits }: Job): Promise<Outcome> {
  const now = performance.now();
  const begin = 'warmUpMs' in limits ? now + limits.warmUpMs : now;
  const end = 'forMs' in limits ? begin + limits.forMs : Number.POSITIVE_INFINITY;
  let left = 'count' in limits ? limits.count : Number.POSITIVE_INFINITY;
  const times: number[] = [];
  await Promise.all(
    people.map(async (person) => {
      const client = new Client(url);
      let turn = 0;
      for (let sent = performance.now(); sent < end && left > 0; ) {
        left -= 1;
        const { statusCode, body } = await client.request(
          requestOf(requests[turn % requests.length] as RequestKind, person),
        );
        turn += 1;
        const answer = await body.text();
        if (statusCode !== 200) throw new Error(`Answered with ${statusCode}: ${answer}`);
        const answered = performance.now();
        if (sent >= begin && answered <= end) times.push(answered - sent);
        sent = answered;
      }
      await client.close();
    }),
  );
  times.sort((a, b) => a - b);
  const took = 'forMs' in limits ? limits.forMs : performance.now() - begin;
  return {
    perSecond: (times.length * 1000) / took,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  };
}
