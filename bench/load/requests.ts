import { randomUUID } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { DAY_MS } from '../../src/domain/zone.ts';
import { type Person, SYMPTOMS } from '../measuring/people.ts';
import type { RequestKind } from './job.ts';

/** The requests that a browser makes, written down anew for each time. */

type Request = Omit<Dispatcher.RequestOptions, 'origin'>;

const NOTES = 'As usual, after a walk in the park';
const LATEST = 30;

export function requestOf(kind: RequestKind, person: Person): Request {
  const { cookie } = person;
  switch (kind) {
    case 'save':
      return save(person);
    case 'read90':
      return read90(person);
    case 'latest':
      return latest(person);
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

/** As many forms as a page of the list shows, however many there are. */
function latest({ userId, cookie }: Person): Request {
  const query = new URLSearchParams({ userId, limit: String(LATEST) });
  return { method: 'GET', path: `/api/getUserForms?${query}`, headers: { cookie } };
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
