import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, dialog, see } from '../testing/screen.ts';
import { lost } from '../testing/server.ts';

const SETTINGS = '/dashboard?tab=settings';
const row = page.getByRole('button', { name: 'More check-in questions' });
const option = (name: string) => dialog().getByRole('switch', { name });

it('the questions are off until they are chosen, and the row says which are on', async () => {
  const server = openApp(SETTINGS, answersFor(makePerson()));
  await see(row.getByText('Off'));
  await row.click();
  await option('Dizziness').click();
  await expect.element(option('Dizziness')).toBeChecked();
  await option('Bowel movement').click();
  await expect
    .poll(() => server.inputsOf('updateProfile'))
    .toMatchObject([{ moreQuestions: 'dizzy' }, { moreQuestions: 'bowels,dizzy' }]);
  await button('Close').click();
  await see(row.getByText('2 on'));
});

it('a choice that could not be saved is taken back, and says so', async () => {
  const person = makePerson({ moreQuestions: 'naps' });
  openApp(SETTINGS, { ...answersFor(person), updateProfile: lost });
  await see(row.getByText('1 on'));
  await row.click();
  await option('Naps').click();
  await see(dialog().getByRole('alert'));
  await expect.element(option('Naps')).toBeChecked();
});
