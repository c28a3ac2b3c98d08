import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, see, seeNot } from '../testing/screen.ts';

const UNKNOWN = { birthday: '', diagnosedYear: null, yearsWithParkinsons: null } as const;
const OFFER = 'Add your birthday and the year of your diagnosis.';

it('leads a person without own facts to them, once', async () => {
  const person = makePerson(UNKNOWN);
  openApp('/dashboard', answersFor(person));
  await see(OFFER);
  await page.getByRole('link', { name: 'Add this information' }).click();
  await see(page.getByRole('heading', { name: 'Personal Information' }));
  expect(location.search).toBe('?tab=profile');
  openApp('/dashboard', answersFor(person));
  await see(button('Track Symptoms'));
  await seeNot(OFFER);
});

it('lets them go on without', async () => {
  const person = makePerson(UNKNOWN);
  openApp('/dashboard', answersFor(person));
  await button('Not now').click();
  await seeNot(OFFER);
  openApp('/dashboard', answersFor(person));
  await see(button('Track Symptoms'));
  await seeNot(OFFER);
});

it.each([{}, { ...UNKNOWN, isNewUser: true }, { birthday: '' }])(
  'asks nobody else: %o',
  async (known) => {
    openApp('/dashboard', answersFor(makePerson(known)));
    await see(button('Track Symptoms'));
    await seeNot(OFFER);
  },
);
