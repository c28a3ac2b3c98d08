import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Form } from '../../contract/entities.ts';
import { openApp } from '../testing/app.tsx';
import { answersFor, makeForm, makeForms, makePerson, NOW } from '../testing/person.ts';
import { expectSeverity, rate } from '../testing/rating.ts';
import { button, see, seeCount, seeNot, tab } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';

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

it('goes on after a page that the server ended early because of long notes', async () => {
  const forms = makeForms(25).slice(0, 12);
  const { getUserForms, ...answers } = answersFor(PERSON, forms);
  openApp('/dashboard', {
    ...answers,
    getUserForms: (input) => {
      const all = getUserForms(input);
      const last = all[6];
      if (all.length <= 7 || !last) return all;
      return [...all.slice(0, 6), { ...last, next: last.cursor }];
    },
  });
  await tab('Past Forms').click();
  await seeCount(history.getByRole('listitem'), 6);
  await button('Show older forms').click();
  await seeCount(history.getByRole('listitem'), 11);
  await seeNot(button('Show older forms'));
});

it('shows each past form once, the newest first, 30 at a time', async () => {
  const forms = makeForms(25).slice(0, 67);
  openApp('/dashboard', answersFor(PERSON, forms));
  const newest = forms[0]?.formNumber ?? 0;
  await see(history.getByText(`Form #${newest}`));
  await tab('Past Forms').click();
  await seeCount(history.getByRole('listitem'), 29);
  await button('Show older forms').click();
  await seeCount(history.getByRole('listitem'), 59);
  await button('Show older forms').click();
  await seeCount(history.getByRole('listitem'), 66);
  expect(numbersShown()).toEqual(forms.slice(1).map(({ formNumber }) => formNumber));
  await seeNot(button('Show older forms'));
});

it('shows the ratings and notes of a form, and opens it from anywhere in its row', async () => {
  const form = makeForm(
    1,
    '2026-11-18T13:10:00Z',
    { Tremor: 4, Stiffness: 2 },
    { notes: 'After the walk' },
  );
  openApp('/dashboard', answersFor(PERSON, [form]));
  // Balance was not rated.
  await see(history.getByText('Tremor 4, Stiffness 2', { exact: true }));
  const note = history.getByText('Tremor: After the walk');
  await see(note);
  await note.click();
  await see(page.getByRole('dialog', { name: 'Edit Symptom Form' }));
});

describe('past forms', () => {
  const forms = [
    makeForm(4, '2026-11-18T13:10:00Z', { Tremor: 4 }, { notes: 'After the walk' }),
    makeForm(3, '2026-10-31T13:10:00Z', { Tremor: 3 }),
    makeForm(2, '2026-10-02T13:10:00Z', { Tremor: 2 }, { notes: 'A long walk' }),
    makeForm(1, '2024-02-29T13:10:00Z', { Tremor: 1 }),
  ];

  it('go to a month, and back to the latest', async () => {
    const server = openApp('/dashboard', answersFor(PERSON, forms));
    await tab('Past Forms').click();
    await expect.poll(numbersShown).toEqual([3, 2, 1]);
    await button('Find a form').click();
    const months = page.getByLabelText('Go to month');
    await months.selectOptions('October 2026');
    await expect.poll(numbersShown).toEqual([3, 2, 1]);
    await months.selectOptions('February 2024');
    await expect.poll(numbersShown).toEqual([1]);
    await see('Forms up to February 2024:');
    // The request covers one more day, because forms may be from other zones.
    await expect
      .poll(() => server.inputsOf('getUserForms').at(-1)?.to)
      .toBe('2024-03-02T00:00:00.000Z');
    await months.selectOptions('Latest forms');
    await expect.poll(numbersShown).toEqual([3, 2, 1]);
  });

  it('are searched for a text in their notes', async () => {
    openApp('/dashboard', answersFor(PERSON, forms));
    await tab('Past Forms').click();
    await button('Find a form').click();
    const search = page.getByLabelText('Search in notes');
    await search.fill('walk');
    await button('Search').click();
    await see('Forms with “walk” in a note:');
    await expect.poll(numbersShown).toEqual([4, 2]);
    await search.fill('rain');
    await button('Search').click();
    await see('No note contains “rain”.');
    await seeNot('in a note:');
    await button('Show all forms').click();
    await expect.poll(numbersShown).toEqual([3, 2, 1]);
    await expect.element(search).toHaveValue('');
    await expect.element(button('Find a form')).toHaveFocus();
  });

  it('say that they could not be loaded, and try again', async () => {
    const server = openApp('/dashboard', answersFor(PERSON, forms));
    await tab('Past Forms').click();
    await button('Find a form').click();
    server.answer({ searchForms: refuse('internal') });
    await page.getByLabelText('Search in notes').fill('walk');
    await button('Search').click();
    await see('Failed to load form history');
    server.answer(answersFor(PERSON, forms));
    await button('Try again').click();
    await expect.poll(numbersShown).toEqual([4, 2]);
  });
});

describe('a deleted form', () => {
  const [form, other] = makeForms(1);
  if (!form || !other) throw new Error('There are not enough forms');

  /** Answers of a server that deletes and restores forms. */
  function answersWithDeletion(person = PERSON) {
    const forms = [form, other] as Form[];
    const deleted = new Set<number>();
    const isDeleted = ({ formNumber }: Form) => deleted.has(formNumber);
    const { getUserForms, ...answers } = answersFor(person, forms);
    const find = (formNumber: number) =>
      forms.find((each) => each.formNumber === formNumber) ?? forms[0];
    return {
      ...answers,
      getUserForms: (input) => getUserForms(input).filter((each) => !isDeleted(each)),
      getDeletedForms: () => forms.filter(isDeleted).map((each) => ({ ...each, deletedAt: NOW })),
      deleteForm: ({ formNumber }) => {
        deleted.add(formNumber);
        return { ...find(formNumber), deletedAt: NOW } as Form;
      },
      restoreForm: ({ formNumber }) => {
        deleted.delete(formNumber);
        return find(formNumber) as Form;
      },
    } satisfies Answers;
  }

  const fold = page.getByText('Deleted in the last 30 days', { exact: true });

  async function deleteFirst(): Promise<void> {
    await button(`Edit Form #${form?.formNumber}`).click();
    await button('Delete this form').click();
    await see(`Form #${form?.formNumber} was deleted.`);
  }

  it('leaves the history, and comes back with Undo', async () => {
    openApp('/dashboard', answersWithDeletion());
    await deleteFirst();
    await expect.poll(numbersShown).toEqual([other.formNumber]);
    const today = page.getByRole('region', { name: 'Today' });
    const { top } = today.element().getBoundingClientRect();
    await button('Undo').click();
    await see(`Form #${form.formNumber} is restored.`);
    await expect.poll(numbersShown).toEqual([form.formNumber]);
    await seeNot(button('Undo'));
    expect(today.element().getBoundingClientRect().top).toBe(top);
  });

  it('comes back with the changes that were not saved', async () => {
    // This test has another person, because drafts of earlier tests stay in the browser.
    openApp('/dashboard', answersWithDeletion(makePerson()));
    await button(`Edit Form #${form.formNumber}`).click();
    await rate('Tremor', 5);
    await button('Delete this form').click();
    await see(`Form #${form.formNumber} was deleted.`);
    await seeCount(button('Undo'), 1);
    await button('Undo').click();
    await see(`Form #${form.formNumber} is restored.`);
    await see(`Your changes to Form #${form.formNumber} were deleted.`);
    await button('Undo').click();
    await expectSeverity('Tremor', 5);
  });

  it('is listed for 30 days at the end of the history, and can be restored from there', async () => {
    openApp('/dashboard', answersWithDeletion());
    await see(history.getByText(`Form #${form.formNumber}`));
    await seeNot(fold);
    await deleteFirst();
    await fold.click();
    await see('Deleted on November 18, 2026');
    await button(`Restore Form #${form.formNumber}`).click();
    await expect.poll(numbersShown).toContain(form.formNumber);
    // The sentence appears where Restore was, and where Undo was.
    await see(history.getByText(`Form #${form.formNumber} is restored.`));
    await seeCount(page.getByText(`Form #${form.formNumber} is restored.`), 2);
    await seeNot('was deleted.');
  });

  it('keeps its row after Restore, and the focus, if another list could not be loaded', async () => {
    openApp('/dashboard', { ...answersWithDeletion(), getDeletedDoses: refuse('internal') });
    await deleteFirst();
    await fold.click();
    await see('We couldn’t load the deleted entries.');
    await button(`Restore Form #${form.formNumber}`).click();
    await see(history.getByText(`Form #${form.formNumber} is restored.`));
    await expect.element(fold).toHaveFocus();
  });

  it('is fetched when its list is opened', async () => {
    const server = openApp('/dashboard', answersWithDeletion());
    await page.getByRole('tab', { name: 'Past Forms' }).click();
    await see(fold);
    const asked = () => server.made.filter(({ name }) => name.startsWith('getDeleted')).length;
    expect(asked()).toBe(0);
    server.answer({ getDeletedDoses: refuse('internal') });
    await fold.click();
    await see('We couldn’t load the deleted entries.');
    server.answer({ getDeletedDoses: [] });
    await button('Try again').click();
    await see('Nothing was deleted in the last 30 days.');
  });

  it('stays, with what was entered, if it could not be deleted', async () => {
    const server = openApp('/dashboard', answersWithDeletion());
    server.answer({ deleteForm: lost });
    await button(`Edit Form #${form.formNumber}`).click();
    await button('Delete this form').click();
    await see('We couldn’t delete this form. Please try again.');
    await see(page.getByRole('dialog', { name: 'Edit Symptom Form' }));
  });
});
