import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tabletCount } from '../../contract/kinds/tablet-count.ts';
import { openApp } from '../testing/app.tsx';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { answersForKind, makeEntry } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, fill, see, seeNot } from '../testing/screen.ts';
import { answerLost, lost, refuse } from '../testing/server.ts';
import type { TabletCount } from './kind.ts';

const NAME = 'Levodopa/carbidopa 100 mg';
const { medicationId } = makeLevodopa();
const today = page.getByRole('region', { name: 'Today' });

function count(change: Partial<TabletCount> = {}): TabletCount {
  const values = {
    medicationId,
    countedAt: '2026-11-17T13:30:00.000Z',
    amount: 30,
    how: 'counted',
  };
  return makeEntry(tabletCount, {
    countId: crypto.randomUUID(),
    ...values,
    ...change,
  } as TabletCount);
}

function open(path: string, counts: TabletCount[] = [], person = makePerson()) {
  const dose = makeDose('2026-11-17T17:00:00.000Z', {
    amount: 1.5,
    scheduledFor: '2026-11-17T17:00:00.000Z',
  });
  return openApp(path, {
    ...answersFor(person, [makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 })]),
    ...answersForDoses([makeLevodopa()], [dose]),
    ...answersForKind(tabletCount, counts),
  });
}

it('says how many are left, and how long they last by the plan', async () => {
  open('/dashboard?tablets', [count()]);
  // 30, without 1½ that were logged and 1 that was planned yesterday evening. Each day needs 3½.
  await see(
    'About 27½ left. Lasts until about November 24, by the plan. 1 planned dose of earlier days is not logged, and counted as taken.',
  );
});

it('counts with two presses and a number, adds a box, and takes a wrong count back', async () => {
  const server = open('/dashboard?tablets');
  await see('Not counted yet.');
  await button(`Count ${NAME}`).click();
  await fill('How many', 'many');
  await button('Save').click();
  await see(dialog().getByText('Enter a number, such as 26 or 26½.').first());
  await fill('How many', '10½');
  await button('Save').click();
  await see('About 10½ left. Lasts until about November 20, by the plan.');
  await button(`Add a new box of ${NAME}`).click();
  await fill('How many', '100');
  await button('Save').click();
  await see('About 110½ left. Lasts until about December 19, by the plan.');
  await expect
    .poll(() => server.inputsOf('countTablets').map(({ amount, how }) => [amount, how]))
    .toEqual([
      [10.5, 'counted'],
      [100, 'added'],
    ]);
  await page.getByText('Counts').click();
  await button(/^Delete New box: 100 tablets/).click();
  await see(/^New box: 100 tablets, .* was deleted\./);
  await see('About 10½ left. Lasts until about November 20, by the plan.');
  await button('Undo', true).click();
  await see('About 110½ left. Lasts until about December 19, by the plan.');
});

it('is in Today by itself only when few are left, and always if the person wants it', async () => {
  open('/dashboard', [count({ amount: 300 })]);
  await see(today);
  await seeNot(today.getByText('Tablets'));
  open('/dashboard', [count()]);
  await see(today.getByText(/^Levodopa\/carbidopa 100\smg: About 27½ left\./));
  open('/dashboard', [count({ amount: 300 })], makePerson({ display: ['tabletRow'] }));
  await today.getByText(/^Levodopa\/carbidopa 100\smg: About 297½ left\./).click();
  await see(page.getByRole('heading', { name: 'Tablets left' }));
});

it('asks for a new count if the plan has other tablets since', async () => {
  const versions = [
    makeLevodopa({ from: '2026-11-01' }),
    makeLevodopa({ from: '2026-11-18', strength: 50 }),
  ];
  openApp('/dashboard?tablets', {
    ...answersFor(makePerson()),
    ...answersForDoses(versions),
    ...answersForKind(tabletCount, [count()]),
  });
  await see('The plan has other tablets since the last count. Please count again.');
});

it('does not ask for a new count while the doses cannot be loaded', async () => {
  openApp('/dashboard?tablets', {
    ...answersFor(makePerson()),
    ...answersForDoses([makeLevodopa()]),
    ...answersForKind(tabletCount, [count()]),
    getDoses: refuse('unavailable'),
  });
  await see('We can’t load your doses right now. So we can’t say how many are left.');
});

it('keeps a count of a medication that is not planned any more, to be seen and deleted', async () => {
  openApp('/dashboard?tablets', {
    ...answersFor(makePerson()),
    ...answersForDoses([makeLevodopa({ until: '2026-11-17' })]),
    ...answersForKind(tabletCount, [count()]),
  });
  await see('Not in the plan today.');
  await page.getByText('Counts').click();
  await see(button(/^Delete Counted 30 tablets/));
});

it('takes back the deletion of a count that the server never had', async () => {
  const server = open('/dashboard?tablets');
  server.answer({ countTablets: lost });
  await button(`Count ${NAME}`).click();
  await fill('How many', '12');
  await button('Save').click();
  await page.getByText('Counts').click();
  await button(/^Delete Counted 12 tablets/).click();
  await see(/^Counted 12 tablets, .* was deleted\./);
  await button('Undo', true).click();
  await see(button(/^Delete Counted 12 tablets/));
});

it('deletes a count on the server whose answer was lost', async () => {
  const server = open('/dashboard?tablets');
  server.answer(answerLost('countTablets', answersForKind(tabletCount)));
  await button(`Count ${NAME}`).click();
  await fill('How many', '12');
  await button('Save').click();
  await expect.poll(() => server.inputsOf('countTablets')).toHaveLength(1);
  await page.getByText('Counts').click();
  await button(/^Delete Counted 12 tablets/).click();
  await see(/^Counted 12 tablets, .* was deleted\./);
  await expect
    .poll(() => server.inputsOf('deleteTabletCount').map(({ countId }) => countId))
    .toEqual([server.inputsOf('countTablets')[0]?.countId]);
});
