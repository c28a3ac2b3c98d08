import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, dialog, field, fill, hold, see, seeNot } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';

const PATH = '/dashboard?tab=profile';
const UNKNOWN = {
  name: 'Ada',
  lastName: '',
  birthday: '',
  biologicalSex: '',
  diagnosedYear: null,
  yearsWithParkinsons: null,
} as const;

const edit = button('Edit personal information');

it('shows and corrects own facts', async () => {
  const person = makePerson();
  const server = openApp(PATH, answersFor(person));
  await see('December 10, 1951');
  await edit.click();
  const heading = page.getByRole('heading', { name: 'Personal Information' });
  await expect.element(heading).toHaveFocus();
  await fill('Year of Diagnosis', '2016');
  await field('Time format').selectOptions('24 hours (20:10)');
  await field('Date format').selectOptions('18 Nov 2026');
  const profile = { ...person.profile, diagnosedYear: 2016, yearsWithParkinsons: 10 };
  server.answer({ updateProfile: { ...profile, hourCycle: 'h23', dateOrder: 'dmy' } });
  await button('Save changes').click();
  await see('10 years');
  await see('10 December 1951');
  await see('18 Nov 2026, 12:00, America, New York');
  await see('Your changes are saved.');
  await expect.element(edit).toHaveFocus();
  // Only the changed fields are sent, because the zone notice or another device may have changed the zone since.
  const { userId } = person.profile;
  const changed = { userId, diagnosedYear: 2016, hourCycle: 'h23', dateOrder: 'dmy' };
  await expect.poll(() => server.inputsOf('updateProfile')).toEqual([changed]);
});

it('keeps what was typed if it cannot be saved, and changes nothing on Cancel', async () => {
  const server = openApp(PATH, {
    ...answersFor(makePerson()),
    updateProfile: refuse('unavailable'),
  });
  await edit.click();
  await fill('First Name', 'Augusta');
  await button('Save changes').click();
  await see('The server is busy');
  await expect.element(field('First Name')).toHaveValue('Augusta');
  await button('Cancel').click();
  await see(page.getByText('Ada Lovelace', { exact: true }));
  await expect.poll(() => server.inputsOf('updateProfile')).toHaveLength(1);
});

it.each([
  ['First Name', ' ', 'Enter your first name.'],
  ['Year of Diagnosis', '2027', 'Enter a year from 1900 to 2026.'],
  ['Year of Diagnosis', '19', 'Four digits, such as 2019'],
])('%s: does not accept %j', async (label, text, problem) => {
  const server = openApp(PATH, answersFor(makePerson()));
  await edit.click();
  await fill(label, text);
  await button('Save changes').click();
  await see(page.getByText(problem).first());
  expect(server.inputsOf('updateProfile')).toEqual([]);
});

it('asks a person who came by a link or a provider once, and lets them go on without', async () => {
  const person = makePerson({ ...UNKNOWN, isNewUser: true, symptoms: [] });
  openApp(PATH, { ...answersFor(person), clearNewUser: {} });
  await see(dialog());
  await button('Get Started').click();
  await see('These facts appear in the report for your doctor.');
  await seeNot(field('Time Zone'));
  await expect.element(page.getByRole('heading', { name: 'Personal Information' })).toHaveFocus();
  await button('Not now').click();
  await see(edit);
  await seeNot('These facts appear');
});

it('asks for the facts even if they arrive after the welcome was closed', async () => {
  const person = makePerson({ ...UNKNOWN, isNewUser: true, symptoms: [] });
  const { held, goOn } = hold();
  openApp(PATH, {
    ...answersFor(person),
    clearNewUser: {},
    getUserProfile: () => held.then(() => person.profile),
  });
  await button('Get Started').click();
  await see('Loading');
  await seeNot(dialog());
  goOn();
  await expect.element(page.getByRole('heading', { name: 'Personal Information' })).toHaveFocus();
});

it.each([
  ['who has told their facts', { isNewUser: true }],
  ['at a later visit', UNKNOWN],
])('asks nobody %s', async (_, known) => {
  openApp(PATH, { ...answersFor(makePerson(known)), clearNewUser: {} });
  await see(page.getByRole('heading', { name: 'Personal Information' }));
  await seeNot('These facts appear');
});

it('does not give the facts of a person to somebody who has signed in meanwhile', async () => {
  const [ada, grace] = [makePerson(), makePerson({ name: 'Grace Hopper', firstName: 'Grace' })];
  const server = openApp(PATH, answersFor(ada));
  await edit.click();
  await fill('Year of Diagnosis', '2016');
  const { held, goOn } = hold();
  server.answer({ updateProfile: () => held.then(() => ada.profile) });
  await button('Save changes').click();
  server.answer(answersFor(grace));
  window.dispatchEvent(new Event('visibilitychange'));
  await see(page.getByText('Welcome, Grace', { exact: true }));
  goOn();
  await seeNot('Welcome, Ada');
});
