import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../testing/app.tsx';
import { answersFor, makeForm, makeForms, makePerson } from '../../testing/person.ts';
import { button, see, seeCount, seeNot, tab } from '../../testing/screen.ts';

const PERSON = makePerson();
const history = page.getByRole('region', { name: 'Form history' });

function numbersShown(): number[] {
  const rows = history.getByText(/^Form #\d+$/).elements();
  const shown = rows.filter((row) => row.checkVisibility());
  return shown.map(({ textContent }) => Number(textContent.replace('Form #', '')));
}

it('says that there is no form yet', async () => {
  openApp('/dashboard', answersFor(PERSON));
  await see('No forms submitted yet. Track your symptoms to create your first form!');
});

it('shows one form without a tab for past ones', async () => {
  openApp('/dashboard', answersFor(PERSON, [makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 4 })]));
  await see(history.getByText('Form #1'));
  await seeNot(tab('Past Forms'));
});

it('shows each past form once, the newest first, ten more at a time', async () => {
  const forms = makeForms(9).slice(0, 27);
  openApp('/dashboard', answersFor(PERSON, forms));
  const newest = forms[0]?.formNumber ?? 0;
  await see(history.getByText(`Form #${newest}`));
  await tab('Past Forms').click();
  await seeCount(history.getByRole('listitem'), 9);
  await button('Show older forms').click();
  await seeCount(history.getByRole('listitem'), 19);
  await button('Show older forms').click();
  await seeCount(history.getByRole('listitem'), 26);
  expect(numbersShown()).toEqual(forms.slice(1).map(({ formNumber }) => formNumber));
  await seeNot(button('Show older forms'));
});
