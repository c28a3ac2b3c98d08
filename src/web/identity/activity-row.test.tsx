import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Activity } from '../../contract/activity.ts';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, see, seeCount, seeNot } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';

const ENTRIES = Array.from(
  { length: 23 },
  (_, index): Activity => ({
    id: crypto.randomUUID(),
    at: new Date(Date.parse('2026-11-18T16:10:00Z') - index * 60_000).toISOString(),
    kind: index === 22 ? 'signedIn' : 'symptomsChanged',
    count: index === 1 ? 5005 : 1,
    detail: index === 22 ? 'password' : '',
    actor: 'self',
  }),
);
const list = page.getByRole('list', { name: 'Account activity' });
const entries = list.getByRole('listitem');

it('shows sign-ins and changes back to the first entry', async () => {
  openApp('/dashboard?tab=settings', {
    ...answersFor(makePerson()),
    getActivity: ({ limit, before, kind }) => {
      if (kind) return ENTRIES.slice(-1);
      const start = before ? ENTRIES.findIndex(({ id }) => id === before) + 1 : 0;
      return ENTRIES.slice(start, start + limit);
    },
  });
  await button('Account activity').click();
  await seeCount(entries, 10);
  await expect.element(entries.first()).toHaveTextContent('Symptoms changedNov 18, 11:10 AM');
  await expect
    .element(entries.nth(1))
    .toHaveTextContent('Symptoms changed5,005 times, last on Nov 18, 11:09 AM');
  await button('Show earlier activity').click();
  await seeCount(entries, 20);
  await button('Show earlier activity').click();
  await expect.element(entries.last()).toMatchTextContent(/^Signed in with your password/);
  await seeNot(button('Show earlier activity'));
  await button('Close').click();
  await seeNot(list);
});

it.each([
  ['2026-11-18T13:01:00Z', '8:01 AM'],
  ['2026-11-15T13:01:00Z', 'Nov 15, 8:01 AM'],
])('has the last sign-in as the state of its row', async (at, text) => {
  openApp('/dashboard?tab=settings', {
    ...answersFor(makePerson()),
    getActivity: ({ kind }) =>
      kind === 'signedIn' ? ENTRIES.slice(-1).map((each) => ({ ...each, at })) : [],
  });
  await see(button(`Account activity Last sign-in: ${text}`, true));
});

it('says who did what, and counts failed tries', async () => {
  const told: readonly Pick<Activity, 'kind' | 'detail' | 'count' | 'actor' | 'helper'>[] = [
    { kind: 'signInFailed', detail: '', count: 3, actor: 'self' },
    { kind: 'signInFailed', detail: '', count: 1, actor: 'self' },
    { kind: 'helperRead', detail: '', count: 1, actor: 'helper', helper: 'Anna' },
    { kind: 'helperRead', detail: '', count: 1, actor: 'helper' },
    { kind: 'formEdited', detail: '3', count: 2, actor: 'helper', helper: 'Anna' },
    { kind: 'reportMade', detail: '', count: 1, actor: 'helper' },
    { kind: 'caregiverEnded', detail: '', count: 1, actor: 'helper' },
    { kind: 'shareOpened', detail: '', count: 1, actor: 'link' },
    { kind: 'checkInsImported', detail: '1', count: 1, actor: 'self' },
    { kind: 'dosesImported', detail: '12', count: 1, actor: 'self' },
    { kind: 'exported', detail: 'diary', count: 1, actor: 'self' },
    { kind: 'exported', detail: 'json', count: 1, actor: 'self' },
  ];
  const { at } = ENTRIES[0] ?? { at: '' };
  openApp('/dashboard?tab=settings', {
    ...answersFor(makePerson()),
    getActivity: told.map((each) => ({ ...each, at, id: crypto.randomUUID() })),
  });
  await button('Account activity').click();
  await seeCount(entries, told.length);
  for (const [index, text] of [
    '3 failed tries to sign inLast on ',
    '1 failed try to sign in',
    'Anna looked at your tracker',
    'A former helper looked at your tracker',
    'Form #3 changed by Anna2 times, last on ',
    'Report made by a former helper',
    'A former helper stopped helping you',
    'A link for a doctor was opened',
    '1 check-in imported',
    '12 doses imported',
    'Motor diary downloaded as CSV',
    'Data downloaded as JSON',
  ].entries()) {
    await expect.element(entries.nth(index)).toHaveTextContent(`${text}Nov 18, 11:10 AM`);
  }
});

it('says that the activity could not be loaded, and tries again', async () => {
  const server = openApp('/dashboard?tab=settings', {
    ...answersFor(makePerson()),
    getActivity: refuse('unavailable'),
  });
  await button('Account activity').click();
  await see('We couldn’t load your account activity.');
  server.answer({ getActivity: ENTRIES.slice(-1) });
  await button('Try again').click();
  await see('Signed in with your password');
});
