import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../testing/app.tsx';
import { answersFor, makePerson } from '../../testing/person.ts';
import { button, dialog, field, fill, see, seeNot } from '../../testing/screen.ts';
import { refuse } from '../../testing/server.ts';

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
  await fill('Year of Diagnosis', '2016');
  await field('Clock').selectOptions('20:10');
  await field('Dates').selectOptions('18 November 2026');
  await field('Time Zone').selectOptions('America, New York');
  const profile = { ...person.profile, diagnosedYear: 2016, yearsWithParkinsons: 10 };
  server.answer({ updateProfile: { ...profile, hourCycle: 'h23', dateOrder: 'dmy' } });
  await button('Save changes').click();
  await see('10 years');
  await see('10 December 1951');
  await see('18 Nov 2026, 12:00, America, New York');
  await expect.element(edit).toHaveFocus();
  expect(server.inputsOf('updateProfile')).toMatchObject([
    { lastName: 'Lovelace', birthday: '1951-12-10', diagnosedYear: 2016, hourCycle: 'h23' },
  ]);
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
  expect(server.inputsOf('updateProfile')).toHaveLength(1);
});

it.each([
  ['First Name', ' ', 'Please enter your first name.'],
  ['Year of Diagnosis', '2027', 'Year of Diagnosis: please enter 1900 to 2026'],
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
  await expect.element(page.getByRole('heading', { name: 'Personal Information' })).toHaveFocus();
  await button('Not now').click();
  await see(edit);
  await seeNot('These facts appear');
});

it('asks nobody who has told their facts, and nobody twice', async () => {
  openApp(PATH, answersFor(makePerson(UNKNOWN)));
  await see(edit);
  await seeNot('These facts appear');
});
