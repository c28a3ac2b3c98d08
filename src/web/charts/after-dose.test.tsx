import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { see, seeNot } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';

const card = page.getByRole('region', { name: 'After a dose' });
const ONCE_A_DAY = makeLevodopa({ times: [{ time: '08:00', amount: 1 }] });
const DAYS = ['10', '11', '12', '13', '14', '15', '16'];

/** On each day, a planned dose at 8 AM and a form half an hour later. On four days, also a form at 1 PM. */
function week() {
  const doses = DAYS.map((day) => {
    const at = `2026-11-${day}T13:00:00.000Z`;
    return makeDose(at, { scheduledFor: at });
  });
  const forms = DAYS.flatMap((day, index) => [
    ...(index < 4 ? [makeForm(2 * index + 2, `2026-11-${day}T18:00:00Z`, { Tremor: 4 })] : []),
    makeForm(2 * index + 1, `2026-11-${day}T13:30:00Z`, { Tremor: 1 + (index % 3) }),
  ]).reverse();
  return { doses, forms };
}

it('shows the medians by the hours since the last dose, with their numbers', async () => {
  const { doses, forms } = week();
  openApp('/dashboard', {
    ...answersFor(makePerson(), forms),
    ...answersForDoses([ONCE_A_DAY], doses),
  });
  await see(card.getByText('Tremor: 2 in the first hour after a dose.'));
  await seeNot(card.getByRole('img'));
  await card.getByText('Show the chart').click();
  await see(
    card.getByText('The thick line is the middle rating. Half of the ratings are in the box.'),
  );
  await see(card.getByRole('img', { name: /^Tremor by the hours since a dose/ }));
  await seeNot(card.getByText('not in the chart'));
  await card.getByText('Show the numbers').click();
  const rows = card
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent);
  // The hours, then Tremor, Stiffness and Balance.
  expect(rows).toContain('0–12, 1 to 2.5 (7)too few (0)too few (0)');
  expect(rows).toContain('over 4too few (4)too few (0)too few (0)');
  await card.getByText('3 symptoms').click();
  for (const name of ['Tremor', 'Stiffness']) {
    await card.getByRole('checkbox', { name: `${name} Profile` }).click();
  }
  await see(card.getByText('Too few ratings yet: each hour needs 5.'));
  await card.getByRole('checkbox', { name: 'Balance Profile' }).click();
  await see(card.getByText('Select symptoms to see what follows a dose.'));
});

it('has no empty frames and nothing to unfold while no hour has enough ratings', async () => {
  const { doses, forms } = week();
  openApp('/dashboard', {
    ...answersFor(makePerson(), forms.slice(0, 2)),
    ...answersForDoses([ONCE_A_DAY], doses),
  });
  await see(card.getByText('Too few ratings yet: each hour needs 5.'));
  await see(card.getByLabelText('Days'));
  await seeNot(card.getByText('Show the chart'));
  await page.viewport(1280, 900);
  await see(card.getByLabelText('Days'));
  await seeNot(card.getByRole('img'));
});

it('offers another try if the profile could not be loaded', async () => {
  const { doses, forms } = week();
  const answers = {
    ...answersFor(makePerson(), forms),
    ...answersForDoses([ONCE_A_DAY], doses),
  };
  const server = openApp('/dashboard', { ...answers, getUserProfile: refuse('internal') });
  await see(card.getByText('We couldn’t load your data.'));
  server.answer({ getUserProfile: answers.getUserProfile });
  await card.getByRole('button', { name: 'Try again' }).click();
  await see(card.getByText('Tremor: 2 in the first hour after a dose.'));
});

it('is not shown to people who take no levodopa', async () => {
  const other = makeLevodopa({ isLevodopa: false });
  openApp('/dashboard', {
    ...answersFor(makePerson(), week().forms),
    ...answersForDoses([other]),
  });
  await see(page.getByRole('region', { name: 'Medication' }));
  await seeNot(card);
});
