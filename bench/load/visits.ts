import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Agent } from 'undici';
import { percentile } from '../measuring/figure.ts';
import type { Person } from '../measuring/people.ts';
import type { VisitsJob, VisitsOutcome } from './job.ts';
import { requestOf } from './requests.ts';

/**
 * Generates visits, in a process of its own. They come when they come, however long those before them take, and
 * each request goes to the next server, as a balancer would have it.
 */

/** Who is signed in, the forms for both charts, and a form that is saved: one after the other. */
const VISIT = ['session', 'read90', 'read90', 'save'] as const;
const UNAVAILABLE = 503;

const [job] = (await once(process, 'message')) as [VisitsJob];
process.send?.(await generate(job));
process.disconnect?.();

async function generate({ urls, people, perSecond, forMs }: VisitsJob): Promise<VisitsOutcome> {
  const agent = new Agent();
  const times: number[] = [];
  let refused = 0;
  let sent = 0;
  const visit = async (person: Person, arrivedAt: number) => {
    for (const kind of VISIT) {
      const origin = urls[sent % urls.length] as string;
      sent += 1;
      const { statusCode, body } = await agent.request({ origin, ...requestOf(kind, person) });
      const answer = await body.text();
      if (statusCode === UNAVAILABLE) {
        refused += 1;
        return;
      }
      if (statusCode !== 200) throw new Error(`Answered with ${statusCode}: ${answer}`);
    }
    times.push(performance.now() - arrivedAt);
  };
  const begin = performance.now();
  const visits: Promise<void>[] = [];
  // By chance, and evenly: as people do who know nothing of each other.
  const gap = () => (-Math.log(1 - Math.random()) * 1000) / perSecond;
  for (let at = begin + gap(); at < begin + forMs; at += gap()) {
    await setTimeout(Math.max(0, at - performance.now()));
    visits.push(visit(people[visits.length % people.length] as Person, at));
  }
  await Promise.all(visits);
  const seconds = (performance.now() - begin) / 1000;
  await agent.close();
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    done: times.length,
    refused,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  };
}
