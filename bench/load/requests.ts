import { randomUUID } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { DAY_MS } from '../../src/domain/zone.ts';
import { type Person, SYMPTOMS } from '../measuring/people.ts';
import type { Job } from './job.ts';

/** The requests that a browser makes, written down anew for each time. */

type Request = Omit<Dispatcher.RequestOptions, 'origin'>;

const NOTES = 'As usual, after a walk in the park';

export function requestOf(kind: Job['request'], person: Person): Request {
  const { cookie } = person;
  switch (kind) {
    case 'save':
      return save(person);
    case 'read90':
      return read90(person);
    case 'session':
      return { method: 'GET', path: '/api/auth/session', headers: { cookie } };
    case 'health':
      return { method: 'GET', path: '/healthz' };
  }
}

function save({ userId, cookie }: Person): Request {
  const formData = Object.fromEntries(
    SYMPTOMS.map((name, index) => [`symptom${index + 1}`, { name, severity: 3, notes: NOTES }]),
  );
  return {
    method: 'POST',
    path: '/api/saveSymptomForm',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ userId, submissionId: randomUUID(), formData }),
  };
}

function read90({ userId, cookie }: Person): Request {
  const now = Date.now();
  const query = new URLSearchParams({
    userId,
    from: new Date(now - 90 * DAY_MS).toISOString(),
    to: new Date(now).toISOString(),
  });
  return { method: 'GET', path: `/api/getUserForms?${query}`, headers: { cookie } };
}
