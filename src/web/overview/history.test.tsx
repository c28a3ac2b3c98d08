import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Form } from '../../contract/entities.ts';
import { openApp } from '../testing/app.tsx';
import { answersFor, makeForm, makeForms, makePerson, NOW } from '../testing/person.ts';
import { expectSeverity, rate } from '../testing/rating.ts';
import { button, keys, see, seeCount, seeNot, seeTexts, tab } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';
import { setDisplay } from '../ui/display.ts';
import { dayOf } from '../ui/form-time.ts';

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
  await seeCount(history.getByRole('listitem'), 11);
  await seeNot(button('Show older forms'));
});

it('shows each past form once, the newest first, seven days at a time', async () => {
  // Three a day.
  const forms = makeForms(25).slice(0, 67);
  openApp('/dashboard', answersFor(PERSON, forms));
  const newest = forms[0]?.formNumber ?? 0;
  await see(history.getByText(`Form #${newest}`));
  await tab('Past Forms').click();
  const days = [...new Set(forms.slice(1).map(dayOf))];
  for (const weeks of [1, 2, 3, 4]) {
    const start = days[7 * weeks - 1] ?? '';
    const inWeeks = forms.slice(1).filter((form) => dayOf(form) >= start);
    await expect.poll(numbersShown).toEqual(inWeeks.map(({ formNumber }) => formNumber));
    if (weeks < 4) await button('Show older forms').click();
  }
  expect(numbersShown()).toHaveLength(66);
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
  const note = history.getByText('Tremor: “After the walk”');
  await see(note);
  await note.click();
  await see(page.getByRole('dialog', { name: 'Edit Symptom Form' }));
});

describe('past forms', () => {
  const forms = [
    makeForm(5, '2026-11-18T13:10:00Z', { Tremor: 4 }, { notes: 'After the walk' }),
    makeForm(4, '2026-11-13T20:10:00Z', { Tremor: 4, Balance: 1 }),
    makeForm(3, '2026-11-13T13:10:00Z', { Tremor: 3 }),
    makeForm(2, '2026-10-02T13:10:00Z', { Tremor: 2 }, { notes: 'A long walk' }),
    makeForm(1, '2024-02-29T13:10:00Z', { Stiffness: 1 }),
  ];
  const month = page.getByRole('region', { name: 'Forms by day' });
  const named = (name: string) => month.getByRole('button', { name, exact: true });

  async function open(others: Answers = {}, display: Parameters<typeof setDisplay>[0] = []) {
    setDisplay(display);
    const server = openApp('/dashboard', { ...answersFor(PERSON, forms), ...others });
    await tab('Past Forms').click();
    await see(month);
    return server;
  }

  /** The day headings of the list, with their counts. */
  function headings(): string[] {
    const heads = history.getByRole('list', { name: 'Past Forms' }).getByRole('heading').elements();
    return heads.map((head) => head.parentElement?.textContent ?? '');
  }

  it('are listed by day, in weeks that have forms', async () => {
    await open();
    await expect.poll(headings).toEqual(['Fri, Nov 132 forms']);
    expect(numbersShown()).toEqual([4, 3]);
    await see(history.getByText('Nov 13, 3:10 PM EST'));
    await button('Show older forms').click();
    await expect.poll(numbersShown).toEqual([4, 3, 2]);
    await button('Show older forms').click();
    await expect.poll(numbersShown).toEqual([4, 3, 2, 1]);
    expect(headings().at(-1)).toBe('Thu, Feb 29, 20241 form');
    // The year stands where it is not this one.
    await see(history.getByText('Feb 29, 2024, 8:10 AM EST'));
    await seeNot(button('Show older forms'));
  });

  it('have a month with a day for each day of forms, named with its average', async () => {
    await open();
    await see(month.getByRole('heading', { name: 'November 2026' }));
    const days = month.getByRole('grid').getByRole('button');
    await expect
      .poll(() => days.elements().map((day) => day.getAttribute('aria-label')))
      .toEqual(['Nov 13, Tremor 3.5, 2 forms', 'Nov 18, Tremor 4.0, 1 form']);
    expect(days.elements().map(({ className }) => className)).toEqual([
      'month-day rating-chip-4',
      'month-day rating-chip-4',
    ]);
    await expect
      .element(named('Nov 18, Tremor 4.0, 1 form'))
      .toHaveAttribute('aria-current', 'date');
    await month.getByLabelText('Symptom of the month').selectOptions('Balance, average of a day');
    await see(named('Nov 13, Balance 1.0, 2 forms'));
    await see(named('Nov 18, Balance not rated, 1 form'));
    await see(month.getByText('5 worst, 1 mildest'));
  });

  it('begin with the day that is pressed in the month, the latest form included', async () => {
    const server = await open();
    await named('Nov 18, Tremor 4.0, 1 form').click();
    await expect.poll(numbersShown).toEqual([5, 4, 3]);
    expect(headings()[0]).toBe('Today, Wed, Nov 181 form');
    await named('Nov 13, Tremor 3.5, 2 forms').click();
    await expect.poll(numbersShown).toEqual([4, 3]);
    // The request covers more than a day, because forms may be from other zones.
    await expect
      .poll(() => server.inputsOf('getUserForms').map(({ to }) => to))
      .toContain('2026-11-15T04:48:00.000Z');
    await button('Show older forms').click();
    await expect.poll(numbersShown).toEqual([4, 3, 2]);
    await expect
      .element(named('Nov 13, Tremor 3.5, 2 forms'))
      .toHaveAttribute('aria-pressed', 'true');
    await named('Nov 13, Tremor 3.5, 2 forms').click();
    await expect
      .element(named('Nov 13, Tremor 3.5, 2 forms'))
      .not.toHaveAttribute('aria-pressed', 'true');
    await expect.poll(numbersShown).toEqual([4, 3]);
  });

  it('go to the nearest months with forms', async () => {
    await open();
    await see(named('No newer month'));
    await named('October 2026').click();
    await see(named('Oct 2, Tremor 2.0, 1 form'));
    await named('February 2024').click();
    await named('Feb 29, Tremor not rated, 1 form').click();
    await expect.poll(numbersShown).toEqual([1]);
    await see(named('No older month'));
    await named('October 2026').click();
    await see(named('November 2026'));
  });

  it('ignore a press on a day without forms, and take one between two days for the nearer', async () => {
    await open();
    await see(named('Nov 13, Tremor 3.5, 2 forms'));
    const cell = month.getByRole('gridcell', { name: '12', exact: true });
    await cell.click();
    await expect
      .element(named('Nov 13, Tremor 3.5, 2 forms'))
      .toHaveAttribute('aria-pressed', 'false');
    // In the gap to the right of the 13th.
    const grid = month.getByRole('grid');
    const { right, top } = named('Nov 13, Tremor 3.5, 2 forms').element().getBoundingClientRect();
    const corner = grid.element().getBoundingClientRect();
    await grid.click({ position: { x: right + 1 - corner.x, y: top + 20 - corner.y } });
    await expect
      .element(named('Nov 13, Tremor 3.5, 2 forms'))
      .toHaveAttribute('aria-pressed', 'true');
  });

  it('have one stop of the Tab key in the month, and arrow keys from there', async () => {
    await open();
    const [early, late] = [
      named('Nov 13, Tremor 3.5, 2 forms'),
      named('Nov 18, Tremor 4.0, 1 form'),
    ];
    await see(early);
    (named('No newer month').element() as HTMLElement).focus();
    await keys('{Tab}');
    await expect.element(late).toHaveFocus();
    await keys('{ArrowLeft}');
    await expect.element(early).toHaveFocus();
    await keys('{ArrowLeft}{End}');
    await expect.element(late).toHaveFocus();
    await keys('{ArrowUp}{Home}');
    await expect.element(early).toHaveFocus();
    await keys('{ArrowDown}{Enter}');
    await expect.element(early).toHaveAttribute('aria-pressed', 'true');
    await keys('{Tab}');
    await expect.element(month.getByLabelText('Symptom of the month')).toHaveFocus();
  });

  it('have weeks in place of the month’s days with large controls', async () => {
    await open({}, ['largeControls']);
    const weeks = month.getByRole('list', { name: 'November 2026' }).getByRole('button');
    await seeTexts(weeks, [
      'Nov 15 to Nov 21 Tremor 4.0, 1 form',
      'Nov 8 to Nov 14 Tremor 3.5, 2 forms',
    ]);
    await weeks.last().click();
    await expect.poll(numbersShown).toEqual([4, 3]);
    await expect.element(weeks.last()).toHaveAttribute('aria-pressed', 'true');
    await named('October 2026').click();
    await seeTexts(month.getByRole('list').getByRole('button'), [
      'Oct 1 to Oct 3 Tremor 2.0, 1 form',
    ]);
    setDisplay([]);
  });

  it('have weeks that begin on Monday for people who write the day first', async () => {
    const { getUserProfile: _, ...others } = answersFor(makePerson({ dateOrder: 'dmy' }), forms);
    await open({ ...others, getUserProfile: makePerson({ dateOrder: 'dmy' }).profile });
    const heads = month.getByRole('columnheader').elements();
    expect(heads.map((head) => head.getAttribute('aria-label'))[0]).toBe('Monday');
    await see(named('13 Nov, Tremor 3.5, 2 forms'));
  });

  it('say that the month could not be loaded, and try again', async () => {
    const server = await open({ getFormDays: refuse('internal') });
    await see('We couldn’t load this month.');
    server.answer(answersFor(PERSON, forms));
    await month.getByRole('button', { name: 'Try again' }).click();
    await see(named('Nov 13, Tremor 3.5, 2 forms'));
    await seeNot('We couldn’t load this month.');
  });

  it('are searched for a text in their notes', async () => {
    await open();
    await button('Search in notes').click();
    const search = page.getByLabelText('Words in a note, or a Form #');
    const found = page.getByRole('list', { name: 'Found forms' });
    await search.fill('walk');
    await button('Search', true).click();
    await see('Forms with “walk” in a note:');
    await seeTexts(found.getByText(/^Form #\d+$/), ['Form #5', 'Form #2']);
    await search.fill('rain');
    await button('Search', true).click();
    await see('No note contains “rain”.');
    await seeNot('in a note:');
    await seeNot(found);
    await button('Search in notes').click();
    await seeNot(search);
  });

  it('are found by their Form #, which the search says', async () => {
    await open();
    await button('Search in notes').click();
    const search = page.getByLabelText('Words in a note, or a Form #');
    const found = page.getByRole('list', { name: 'Found forms' });
    for (const [text, state, numbers] of [
      ['3', 'Form #3:', ['Form #3']],
      ['form #2', 'Form #2:', ['Form #2']],
      ['#99', 'There is no Form #99, and no note contains “#99”.', []],
    ] as const) {
      await search.fill(text);
      await button('Search', true).click();
      await see(page.getByText(state, { exact: true }));
      await seeTexts(found.getByText(/^Form #\d+$/), numbers);
    }
  });

  it('say that they could not be searched, and try again', async () => {
    const server = await open();
    await button('Search in notes').click();
    server.answer({ searchForms: refuse('internal') });
    await page.getByLabelText('Words in a note, or a Form #').fill('walk');
    await button('Search', true).click();
    await see('Failed to load form history');
    server.answer(answersFor(PERSON, forms));
    await button('Try again').click();
    await see('Forms with “walk” in a note:');
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
    await see('Deleted on Nov 18');
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
