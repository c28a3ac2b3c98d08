import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Form } from '../../contract/entities.ts';
import { openApp } from '../testing/app.tsx';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { expectSeverity, rate, save, slider } from '../testing/rating.ts';
import { button, dialog, field, keys, see, seeCount, seeNot } from '../testing/screen.ts';
import { type FakeServer, refuse } from '../testing/server.ts';

/** Symptoms that are not rated (DECISIONS 31). */

const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 2 });

let server: FakeServer;

/** Each test has its own person, because the drafts of earlier tests stay in the browser. */
async function open(forms: readonly Form[] = []): Promise<void> {
  const person = makePerson({ symptoms: ['Tremor', 'Stiffness', 'Balance'] });
  server = openApp('/dashboard', answersFor(person, forms));
  server.answer({ saveSymptomForm: save(1), updateSymptoms: { ...FORM, version: 2 } });
  await button(forms.length > 0 ? 'Edit Form #1' : 'Track Symptoms').click();
  await see(slider('Tremor'));
}

async function note(name: string, text: string): Promise<void> {
  await button(`Add a note for ${name}`).click();
  await field(`Notes for ${name}`).fill(text);
}

const RATE_ONE = 'Please rate at least one symptom.';
const question = () => page.getByRole('region', { name: /not rated\.$|deleted\.$|^Please rate/ });
const answers = () => question().getByRole('button');
const names = () =>
  answers()
    .elements()
    .map(({ textContent }) => textContent);

/** Presses Submit and expects the question. */
async function expectAsked(sentence: string, buttons: readonly string[]): Promise<void> {
  await button('Submit').click();
  await expect.element(question()).toHaveAccessibleName(sentence);
  await expect.element(question()).toHaveFocus();
  expect(names()).toEqual(buttons);
  await seeCount(dialog(), 1);
  expect(server.inputsOf('saveSymptomForm')).toEqual([]);
}

async function expectSaved(ratings: Readonly<Record<string, readonly [number, string]>>) {
  await see('Form #1 is saved.');
  const [input] = server.inputsOf('saveSymptomForm');
  const saved = Object.values(input?.formData ?? {}).map(
    ({ name, severity, notes }) => [name, [severity, notes]] as const,
  );
  expect(Object.fromEntries(saved)).toEqual(ratings);
}

describe('a symptom of a new form', () => {
  beforeEach(() => open());

  it('is not rated, in words and without a mark on any stop, until 1 is pressed', async () => {
    await expectSeverity('Tremor', undefined);
    await seeCount(dialog().getByText('not rated'), 3);
    const stops = [...(slider('Tremor').element().parentElement?.querySelectorAll('button') ?? [])];
    const looks = () =>
      stops.map((stop) => {
        const { outlineStyle, backgroundColor, color } = getComputedStyle(stop);
        return `${outlineStyle} ${backgroundColor} ${color}`;
      });
    expect(looks()).toHaveLength(5);
    expect(new Set(looks()).size).toBe(1);
    await rate('Tremor', 1);
    await expectSeverity('Tremor', 1);
    expect(new Set(looks().slice(1)).size).toBe(1);
    expect(looks()[0]).not.toBe(looks()[1]);
    await seeCount(dialog().getByText('not rated'), 2);
    await see(dialog().getByText('1 of 5'));
  });

  it.each(['Enter', ' ', '1', 'Home', 'ArrowDown', 'ArrowLeft', 'PageDown'])(
    'is rated 1 by the key ‘%s’',
    async (key) => {
      (slider('Tremor').element() as HTMLElement).focus();
      await keys(key === ' ' ? ' ' : `{${key}}`);
      await expectSeverity('Tremor', 1);
      await seeNot(question());
    },
  );

  it.each([
    ['ArrowUp', 2],
    ['ArrowRight', 2],
    ['End', 5],
    ['4', 4],
    ['Tab', undefined],
  ] as const)('is as usual after the key ‘%s’', async (key, severity) => {
    (slider('Tremor').element() as HTMLElement).focus();
    await keys(`{${key}}`);
    await expectSeverity('Tremor', severity);
  });

  it('is rated by speech control and by a press of a screen reader', async () => {
    // The step buttons are shown only if the window is wide.
    await page.viewport(800, 740);
    (button('Tremor, less').element() as HTMLElement).click();
    await expectSeverity('Tremor', 1);
    (button('Stiffness, more').element() as HTMLElement).click();
    await expectSeverity('Stiffness', 2);
    (slider('Balance').element() as HTMLElement).click();
    await expectSeverity('Balance', 1);
  });
});

describe('Submit', () => {
  it('asks in the form, and leaves out what is not rated', async () => {
    await open();
    await rate('Tremor', 4);
    await expectAsked('Stiffness and Balance are not rated.', ['Leave them out', 'Save them as 1']);
    await button('Leave them out').click();
    await expectSaved({ Tremor: [4, ''] });
  });

  it('saves what is not rated as 1', async () => {
    await open();
    await rate('Tremor', 4);
    await rate('Stiffness', 2);
    await expectAsked('Balance is not rated.', ['Leave it out', 'Save it as 1']);
    await button('Save it as 1').click();
    await expectSaved({ Tremor: [4, ''], Stiffness: [2, ''], Balance: [1, ''] });
  });

  it('does not offer to leave everything out', async () => {
    await open();
    await expectAsked(RATE_ONE, ['Save them as 1']);
    await expect
      .element(question())
      .toHaveAccessibleDescription('Tremor, Stiffness and Balance are not rated.');
    await button('Save them as 1').click();
    await expectSaved({ Tremor: [1, ''], Stiffness: [1, ''], Balance: [1, ''] });
  });

  it('asks about fewer symptoms once one is rated, and no more once all are', async () => {
    await open();
    await expectAsked(RATE_ONE, ['Save them as 1']);
    await rate('Tremor', 1);
    await expect.element(question()).toHaveAccessibleName('Stiffness and Balance are not rated.');
    expect(names()).toEqual(['Leave them out', 'Save them as 1']);
    await rate('Stiffness', 2);
    await expect.element(question()).toHaveAccessibleName('Balance is not rated.');
    await rate('Balance', 3);
    await seeNot(question());
    await button('Submit').click();
    await expectSaved({ Tremor: [1, ''], Stiffness: [2, ''], Balance: [3, ''] });
  });

  it('shows the whole question, and stays where it was pressed', async () => {
    await open();
    await rate('Tremor', 4);
    const submit = button('Submit').element();
    submit.scrollIntoView({ block: 'end' });
    const { top } = submit.getBoundingClientRect();
    await expectAsked('Stiffness and Balance are not rated.', ['Leave them out', 'Save them as 1']);
    expect(Math.abs(submit.getBoundingClientRect().top - top)).toBeLessThan(1);
    const box = question().element().getBoundingClientRect();
    expect(box.top).toBeGreaterThanOrEqual(0);
    expect(box.bottom).toBeLessThan(top);
  });

  it('shows the question again if it is pressed again', async () => {
    await open();
    await rate('Tremor', 4);
    await expectAsked('Stiffness and Balance are not rated.', ['Leave them out', 'Save them as 1']);
    (slider('Tremor').element() as HTMLElement).focus();
    document.querySelector('.dialog-frame')?.scrollTo(0, 0);
    await expectAsked('Stiffness and Balance are not rated.', ['Leave them out', 'Save them as 1']);
    const { bottom } = question().element().getBoundingClientRect();
    expect(bottom).toBeLessThan(button('Submit').element().getBoundingClientRect().top);
    expect(question().element().getAnimations()).toHaveLength(1);
  });

  it('leaves the symptoms where they are when they are rated after the question', async () => {
    await open();
    await expectAsked(RATE_ONE, ['Save them as 1']);
    const { top } = slider('Balance').element().getBoundingClientRect();
    // Presses the buttons directly, because Playwright's click would scroll first.
    for (const name of ['Balance', 'Stiffness', 'Tremor']) {
      slider(name).element().parentElement?.querySelector('button')?.click();
      await expectSeverity(name, 1);
      expect(slider('Balance').element().getBoundingClientRect().top).toBe(top);
    }
    await seeNot(question());
  });

  it('does not ask again if saving fails, until the form is changed', async () => {
    await open();
    server.answer({ saveSymptomForm: refuse('internal') });
    await rate('Tremor', 4);
    await button('Submit').click();
    await button('Leave them out').click();
    await see('Failed to save symptom data. Please try again.');
    await expect.element(button('Submit')).toHaveFocus();
    await expectSeverity('Balance', undefined);
    await button('Submit').click();
    await expect.poll(() => server.inputsOf('saveSymptomForm').length).toBe(2);
    await see('Failed to save symptom data. Please try again.');
    await rate('Tremor', 5);
    await button('Submit').click();
    await see('Stiffness and Balance are not rated.');
    await expect.poll(() => server.inputsOf('saveSymptomForm')).toHaveLength(2);
  });
});

describe('a note of a symptom that is not rated', () => {
  const HINT = 'Your note for Stiffness needs a rating. Rate Stiffness, or delete the note.';

  async function openNoted(): Promise<void> {
    await open();
    await rate('Tremor', 4);
    await note('Stiffness', 'After sitting');
    await expectAsked('Stiffness and Balance are not rated.', [
      'Save them as 1',
      'Delete the note',
    ]);
    await expect.element(question()).toHaveAccessibleDescription(HINT);
  }

  it('is saved if the symptom is rated', async () => {
    await openNoted();
    await rate('Stiffness', 3);
    await expect.element(question()).toHaveAccessibleName('Balance is not rated.');
    await button('Leave it out').click();
    await expectSaved({ Tremor: [4, ''], Stiffness: [3, 'After sitting'] });
  });

  it('is saved with a 1', async () => {
    await openNoted();
    await button('Save them as 1').click();
    await expectSaved({ Tremor: [4, ''], Stiffness: [1, 'After sitting'], Balance: [1, ''] });
  });

  it('can be deleted, with Undo, before the symptom is left out', async () => {
    await openNoted();
    await button('Delete the note').click();
    await expect
      .element(question())
      .toHaveAccessibleDescription('Your note for Stiffness was deleted.');
    await expect.element(field('Notes for Stiffness')).toHaveValue('');
    await expect.element(question()).toHaveFocus();
    await question().getByRole('button', { name: 'Undo' }).click();
    await expect.element(field('Notes for Stiffness')).toHaveValue('After sitting');
    await expect.element(question()).toHaveAccessibleDescription(HINT);
    await button('Delete the note').click();
    await button('Leave them out').click();
    await expectSaved({ Tremor: [4, ''] });
  });

  it('can be emptied by hand, and no Undo replaces what is typed then', async () => {
    await openNoted();
    await button('Delete the note').click();
    await field('Notes for Stiffness').fill('On stairs');
    await seeNot('Your note for Stiffness was deleted.');
    await expect.element(question()).toHaveAccessibleDescription(HINT);
    await field('Notes for Stiffness').fill(' ');
    await button('Leave them out').click();
    await expectSaved({ Tremor: [4, ''] });
  });
});

describe('an edit', () => {
  const edits = () =>
    server.inputsOf('updateSymptoms') as { formData: Partial<Form['symptomData']> }[];

  it('shows the symptoms that were left out, and rates one', async () => {
    await open([FORM]);
    await expectSeverity('Tremor', 2);
    await expectSeverity('Stiffness', undefined);
    await rate('Balance', 1);
    await button('Submit').click();
    await see('Form #1 is saved for 8:10 AM.');
    expect(edits()[0]?.formData).toEqual({
      formNumber: 1,
      symptom1: { name: 'Tremor', severity: 2, notes: '' },
      symptom3: { name: 'Balance', severity: 1, notes: '' },
    });
  });

  it('does not ask again about symptoms that were left out', async () => {
    await open([FORM]);
    await rate('Tremor', 5);
    await button('Submit').click();
    await see('Form #1 is saved for 8:10 AM.');
    expect(Object.keys(edits()[0]?.formData ?? {})).toEqual(['symptom1', 'formNumber']);
  });

  it('asks about a note without a rating, which can be deleted', async () => {
    await open([FORM]);
    await note('Balance', 'Fell');
    await expectAsked('Balance is not rated.', ['Save it as 1', 'Delete the note']);
    await button('Delete the note').click();
    await expect.element(question()).toHaveAccessibleName('Your note for Balance was deleted.');
    await expect.element(question()).toHaveFocus();
    await button('Undo').click();
    await button('Save it as 1').click();
    await see('Form #1 is saved for 8:10 AM.');
    expect(edits()[0]?.formData).toMatchObject({
      symptom3: { name: 'Balance', severity: 1, notes: 'Fell' },
    });
  });

  it('opens even if the profile cannot be loaded', async () => {
    server = openApp('/dashboard', {
      ...answersFor(makePerson(), [FORM]),
      getUserProfile: refuse('internal'),
    });
    await button('Edit Form #1').click();
    await expectSeverity('Tremor', 2);
    await seeNot(slider('Balance'));
  });
});
