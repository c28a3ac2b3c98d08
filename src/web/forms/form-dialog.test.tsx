import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Form } from '../../contract/entities.ts';
import { openApp } from '../testing/app.tsx';
import { expectConsole } from '../testing/console.ts';
import { answersFor, makeForm, makePerson, NOW } from '../testing/person.ts';
import { after, expectSeverity, rate, save, slider } from '../testing/rating.ts';
import { alert, button, dialog, field, hold, keys, see, seeNot } from '../testing/screen.ts';
import { type FakeServer, lost, refuse, silence } from '../testing/server.ts';

const today = page.getByRole('region', { name: 'Today' });
const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 2, Stiffness: 2 });

let person: ReturnType<typeof makePerson>;
let server: FakeServer;

beforeEach(() => {
  // Each test has its own person, because the drafts of earlier tests stay in the browser.
  person = makePerson({ symptoms: ['Tremor', 'Stiffness'] });
});

function open(forms: readonly Form[] = []): void {
  server = openApp('/dashboard', answersFor(person, forms));
}

/** Reloads the dashboard at another time. */
async function comeBackAt(instant: string): Promise<void> {
  vi.setSystemTime(instant);
  open();
  await see(dialog());
}

async function track(): Promise<void> {
  await button('Track Symptoms').click();
  await see(slider('Tremor'));
}

async function note(name: string, text: string): Promise<void> {
  await button(`Add a note for ${name}`).click();
  await field(`Notes for ${name}`).fill(text);
}

/** Whether the browser would let the page go without a question. */
const isWritten = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('sends what was entered: severities, notes and the form’s id', async () => {
  open();
  server.answer({ saveSymptomForm: save(1) });
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await note('Stiffness', 'After sitting');
  await button('Submit').click();
  await see(page.getByRole('status').getByText('Form #1 is saved. Tremor 4, Stiffness 1.'));
  await seeNot(dialog());
  await expect
    .poll(() => server.inputsOf('saveSymptomForm'))
    .toMatchObject([
      {
        userId: person.profile.userId,
        formData: {
          symptom1: { name: 'Tremor', severity: 4, notes: '' },
          symptom2: { name: 'Stiffness', severity: 1, notes: 'After sitting' },
        },
        submissionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
});

it('opens even if the button is pressed as soon as it is drawn', async () => {
  const pressed = new MutationObserver(() => {
    const track = button('Track Symptoms').query() as HTMLElement | null;
    if (!track) return;
    pressed.disconnect();
    track.click();
  });
  pressed.observe(document.body, { childList: true, subtree: true });
  open();
  await see(dialog());
});

it('is one slider for each symptom to the keyboard and to screen readers', async () => {
  open();
  await track();
  (slider('Tremor').element() as HTMLElement).focus();
  for (const [key, severity] of [
    ['ArrowRight', 2],
    ['ArrowUp', 3],
    ['End', 5],
    ['ArrowRight', 5],
    ['ArrowLeft', 4],
    ['Enter', 4],
    ['Home', 1],
  ] as const) {
    await keys(`{${key}}`);
    await expectSeverity('Tremor', severity);
  }
  await see(button('Submit'));
});

it('closes, and does not leave the app, when Android goes back', async () => {
  open();
  await track();
  // Hides Escape from the page, so that the browser itself cancels the dialog, as it does for Android's Back.
  const options = { capture: true, once: true };
  addEventListener('keydown', (event) => event.stopImmediatePropagation(), options);
  await keys('{Escape}');
  await seeNot(dialog());
  await see(button('Track Symptoms'));
});

it('says that it is loading, and shows the symptoms once they arrive', async () => {
  open();
  const { held, goOn } = hold();
  server.answer({ getUserProfile: after(held, () => person.profile) });
  await button('Track Symptoms').click();
  await see('Loading your symptoms...');
  goOn();
  await see(slider('Stiffness'));
});

it('ignores changes and a second Submit while it is being sent', async () => {
  open();
  const { held, goOn } = hold();
  const answer = save(1);
  server.answer({
    saveSymptomForm: async (input) => {
      await held;
      return answer(input);
    },
  });
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await button('Submit').click();
  await see(button('Saving...'));
  await expect.element(button('Saving...')).toHaveAttribute('aria-disabled', 'true');
  expect(getComputedStyle(button('Saving...').element(), '::before').animationName).toBe('spin');
  (button('Saving...').element() as HTMLElement).click();
  expect(slider('Tremor').element().closest('[inert]')).not.toBeNull();
  goOn();
  await see('Form #1 is saved.');
  await expect.poll(() => server.inputsOf('saveSymptomForm')).toHaveLength(1);
});

it('keeps everything when a save fails, and says so until the next Submit', async () => {
  open();
  server.answer({ saveSymptomForm: refuse('internal') });
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await note('Stiffness', 'After sitting');
  await button('Submit').click();
  await expect.element(alert()).toHaveTextContent('Failed to save symptom data. Please try again.');
  await keys('{Escape}');
  await see('You closed a form without submitting it.');
  await button('Continue this form').click();
  await expect.element(field('Notes for Stiffness')).toHaveValue('After sitting');
  await expectSeverity('Tremor', 4);
  await seeNot(alert());
  server.answer({ saveSymptomForm: save(1) });
  await button('Submit').click();
  await see('Form #1 is saved.');
  const ids = server.inputsOf('saveSymptomForm').map(({ submissionId }) => submissionId);
  expect(new Set(ids).size).toBe(1);
});

it('closes without a network once the form is stored, reads it back, and can be opened to change it', async () => {
  open();
  server.answer({ saveSymptomForm: lost });
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await note('Stiffness', 'After sitting');
  await button('Submit').click();
  await see(page.getByRole('status').getByText('Saved on this device. Tremor 4, Stiffness 1.'));
  await seeNot(dialog());
  await expect.element(button('Track Symptoms')).toHaveFocus();
  await see('1 form waits.');
  const row = today.getByRole('button', { name: /Open your form: Tremor 4, Stiffness 1/ });
  await see(row.getByText('“After sitting”'));
  await see(row.getByText('12:00 PM'));
  await see(row.getByText('Waiting'));
  await row.click();
  await see('This form waits on this device. If you change it, press Submit again.');
  await see('When? November 18, 2026, 12:00 PM EST');
  await expectSeverity('Tremor', 4);
  await button('Close').click();
  await expect.element(row).toHaveFocus();
  await row.click();
  await rate('Tremor', 5);
  await button('Close').click();
  await see('You closed a form without submitting it.');
  await seeNot(row);
  await seeNot('1 form waits.');
});

it('offers to correct the form whose values it has just read back', async () => {
  open();
  server.answer({ saveSymptomForm: save(1) });
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await button('Submit').click();
  await button('Edit these ratings').click();
  await see(page.getByRole('dialog', { name: 'Edit Symptom Form' }));
  await see(dialog().getByText('Form #1', { exact: true }));
  await expectSeverity('Tremor', 4);
  await button('Close').click();
  await seeNot(dialog());
  await seeNot('Form #1 is saved.');
});

it('offers to correct a form that waits on this device', async () => {
  open();
  server.answer({ saveSymptomForm: lost });
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await button('Submit').click();
  await see('Saved on this device. Tremor 4, Stiffness 1.');
  await button('Edit these ratings').click();
  await see('This form waits on this device. If you change it, press Submit again.');
  await expectSeverity('Tremor', 4);
  await seeNot('Saved on this device.');
});

it('keeps a waiting form of another day below those of today', async () => {
  open();
  server.answer({ saveSymptomForm: lost });
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await button('Change the time').click();
  await field('Day', true).fill('2026-11-16');
  await field('Time (EST)').fill('08:10');
  await button('Submit').click();
  await see('Saved on this device. Tremor 4, Stiffness 1.');
  const others = today.getByRole('list', { name: 'Waiting from other days' });
  await see(others.getByText('Nov 16'));
  await others.getByRole('button', { name: 'Open your form' }).click();
  await see('When? November 16, 2026, 8:10 AM EST');
});

/**
 * Submits a form whose request is lost. The server rejects the form when it is sent again some seconds later.
 *
 * @param time the time that the form is for, as typed; without it, now
 */
async function submitRefused(time?: string): Promise<void> {
  server.answer({ saveSymptomForm: lost });
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  if (time) {
    await button('Change the time').click();
    await field('Time (EST)').fill(time);
  }
  await button('Submit').click();
  await see('Saved on this device.');
  server.answer({ saveSymptomForm: refuse('timeInFuture') });
}

it('shows a refused form, which can be discarded and restored', async () => {
  open();
  await submitRefused();
  await see('Your form from November 18, 2026, 12:00 PM EST could not be saved.');
  await see('Choose a time in the past.');
  await seeNot('1 form waits.');
  await button('Delete this form').click();
  await see('Your unsaved form was deleted.');
  await expect.element(button('Track Symptoms')).toHaveFocus();
  await button('Undo').click();
  await expectSeverity('Tremor', 4);
  await see('When? November 18, 2026, 12:00 PM EST');
});

it('opens a refused form to correct it', async () => {
  open();
  await submitRefused('11:30');
  await see('Your form from November 18, 2026, 11:30 AM EST could not be saved.');
  await button('Open this form').click();
  await see('We kept your unfinished form.');
  server.answer({ saveSymptomForm: save(1) });
  await button('Submit').click();
  await see('Form #1 is saved for 11:30 AM.');
  await seeNot('could not be saved');
});

it('stays with unsaved input when the session ends, and redirects to sign in without any', async () => {
  expectConsole(/401/);
  open();
  await track();
  await rate('Tremor', 4);
  server.answer({ getSession: refuse('signedOut') });
  const asked = server.inputsOf('getSession').length;
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.poll(() => server.inputsOf('getSession').length).toBe(asked + 1);
  await button('Add a note for Tremor').click();
  await expectSeverity('Tremor', 4);
  await button('Close').click();
  await see('Sign in to your account');
});

it('writes everything before the page is left, even right after the last letter', async () => {
  open();
  await track();
  await rate('Tremor', 4);
  await note('Tremor', 'Late');
  dispatchEvent(new Event('pagehide'));
  await comeBackAt(NOW);
  await expect.element(field('Notes for Tremor')).toHaveValue('Late');
});

it('makes the browser ask before a page with unwritten input is left', async () => {
  open();
  await track();
  expect(isWritten()).toBe(true);
  await button('Add a note for Tremor').click();
  await expect.element(field('Notes for Tremor')).toHaveFocus();
  // The letters are typed in the same turn of the event loop, so that the draft cannot be written in between.
  document.execCommand('insertText', false, 'Late');
  expect(isWritten()).toBe(false);
  await expect.poll(isWritten).toBe(true);
});

it('saves a note whose last letters were typed right before Submit', async () => {
  open();
  server.answer({ saveSymptomForm: save(1) });
  await track();
  for (const name of ['Tremor', 'Stiffness']) await rate(name, 4);
  await button('Add a note for Tremor').click();
  await expect.element(field('Notes for Tremor')).toHaveFocus();
  // In the same turn of the event loop, so that the app does not know the note before the press.
  document.execCommand('insertText', false, 'Late');
  (button('Submit').element() as HTMLElement).click();
  await expect
    .poll(() => server.inputsOf('saveSymptomForm')[0]?.formData)
    .toMatchObject({ symptom1: { notes: 'Late' } });
});

it('renders nothing but the note while somebody types, and saves its last state', async () => {
  // Time passes as in life, and the test adds to it. The form renders when a minute ends, which the test does not reach.
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    shouldAdvanceTime: true,
    now: Date.parse(NOW),
  });
  open();
  server.answer({ saveSymptomForm: save(1) });
  await track();
  for (const name of ['Tremor', 'Stiffness']) await rate(name, 4);
  await note('Tremor', 'Lat');
  await expect.poll(isWritten).toBe(true);
  // React gives an element other properties whenever it renders the element.
  const propertiesOf = (element: Element) =>
    Object.entries(element).find(([name]) => name.startsWith('__reactProps'))?.[1];
  const others = [...document.querySelectorAll('main *, dialog *')].filter(
    (element) => !element.closest('.field'),
  );
  const before = others.map(propertiesOf);
  expect(before.filter(Boolean).length).toBeGreaterThan(50);
  // Longer than the form waits for an answer that is late.
  vi.advanceTimersByTime(4000);
  await keys('e at night');
  expect(isWritten()).toBe(false);
  await expect.poll(isWritten).toBe(true);
  expect(others.filter((each, index) => propertiesOf(each) !== before[index])).toEqual([]);
  await field('Notes for Tremor').fill('');
  await expect.poll(isWritten).toBe(true);
  await field('Notes for Tremor').fill('No');
  await button('Submit').click();
  await see('Form #1 is saved.');
  expect(server.inputsOf('saveSymptomForm')[0]?.formData).toMatchObject({
    symptom1: { notes: 'No' },
  });
});

it('says which time was saved if another time was intended', async () => {
  open();
  const answer = save(1);
  server.answer({
    saveSymptomForm: (input) => answer({ ...input, loggedAt: '2026-11-18T13:10:00Z' }),
  });
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await button('Submit').click();
  await see(
    'Form #1 is saved for 8:10 AM. Tremor 4, Stiffness 1. To change its time, edit the form.',
  );
});

it('sends an ended session to log in elsewhere, and keeps the form', async () => {
  open();
  server.answer({ saveSymptomForm: refuse('signedOut') });
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await button('Submit').click();
  await expect
    .element(alert())
    .toHaveTextContent(
      'You have been logged out. Sign in again in a new window. Then come back here and press Submit. Your answers are still here.',
    );
  const link = page.getByRole('link', { name: 'Sign in again' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expectSeverity('Tremor', 4);
});

it('opens while the profile is still loading, and then shows its newer symptoms', async () => {
  open();
  await see(page.getByText(/^\d symptoms?$/).first());
  const { held, goOn } = hold();
  const moved = { symptom1: 'Falls', symptom2: 'Stiffness', symptom3: 'Tremor' };
  server.answer({ getUserProfile: after(held, () => ({ ...person.profile, ...moved })) });
  await button('Track Symptoms').click();
  await see('Loading your symptoms...');
  await rate('Tremor', 4);
  await note('Tremor', 'After');
  goOn();
  await see(slider('Falls'));
  await expect.element(field('Notes for Tremor')).toHaveFocus();
  await keys(' lunch');
  await expect.element(field('Notes for Tremor')).toHaveValue('After lunch');
  await expectSeverity('Tremor', 4);
  await button('Close').click();
  // A draft can be shown without the newest profile.
  server.answer({ getUserProfile: silence });
  await button('Continue this form').click();
  await expect.element(field('Notes for Tremor')).toHaveValue('After lunch');
});

it('is restored after a reload and can be discarded', async () => {
  open();
  await track();
  await rate('Tremor', 4);
  await comeBackAt(NOW);
  await see('We kept your unfinished form.');
  await expectSeverity('Tremor', 4);
  await button('Delete unfinished form').click();
  await see('Your unsaved form was deleted.');
  await expect.element(button('Track Symptoms')).toHaveFocus();
  await button('Track Symptoms').click();
  await expectSeverity('Tremor', undefined);
  await seeNot('We kept your unfinished form.');
});

it('shows and offers its start time after more than an hour', async () => {
  vi.setSystemTime('2026-11-16T13:10:30Z');
  open();
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await comeBackAt('2026-11-16T14:00:00Z');
  await see('We kept your unfinished form.');
  await seeNot('You started it on');
  await comeBackAt('2026-11-18T17:00:00Z');
  await see('We kept your unfinished form. You started it on Monday, November 16, 8:10 AM EST.');
  await expect
    .element(button('Use that time instead'))
    .toHaveAccessibleDescription('You started this form on Monday, November 16, 8:10 AM EST.');
  await button('Use that time instead').click();
  const when = button('Change the time');
  await expect.element(when).toHaveFocus();
  await expect.element(when).toHaveAccessibleDescription('When? November 16, 2026, 8:10 AM EST');
  await seeNot(button('Use that time instead'));
  await when.click();
  await button('Use the current time').click();
  await button('Use that time instead').click();
  server.answer({ saveSymptomForm: save(1) });
  await button('Submit').click();
  await see('Form #1 is saved for Nov 16, 8:10 AM.');
  await expect
    .poll(() => server.inputsOf('saveSymptomForm')[0]?.loggedAt)
    .toMatch(/^2026-11-16T13:10:3/);
});

it('is for the current time by default', async () => {
  vi.setSystemTime('2026-11-16T13:10:30Z');
  open();
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await comeBackAt('2026-11-18T17:00:00Z');
  server.answer({ saveSymptomForm: save(1) });
  await button('Submit').click();
  await see('Form #1 is saved.');
  expect(server.inputsOf('saveSymptomForm')[0]?.loggedAt).toBeUndefined();
});

it('shows its start time on a phone that slept with the form open', async () => {
  vi.setSystemTime('2026-11-16T13:10:30Z');
  open();
  await track();
  await rate('Tremor', 4);
  vi.setSystemTime('2026-11-18T17:00:00Z');
  document.dispatchEvent(new Event('visibilitychange'));
  await see('You started it on Monday, November 16, 8:10 AM EST.');
});

it('may be for an earlier time but not for a future one', async () => {
  open();
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await button('Change the time').click();
  const [day, time] = [field('Day', true), field('Time (EST)')];
  await time.fill('23:00');
  await button('Submit').click();
  await expect.element(time).toHaveAccessibleDescription('Choose a time in the past.');
  const summary = page.getByRole('region', { name: 'Please check this field:' });
  await expect.element(summary).toHaveFocus();
  await page.getByRole('link', { name: 'Choose a time in the past.' }).click();
  await expect.element(time).toHaveFocus();
  await day.fill('2024-11-16');
  await button('Submit').click();
  await expect.element(day).toHaveAccessibleDescription('Choose a day within the last year.');
  await day.fill('');
  await button('Submit').click();
  await see(page.getByRole('link', { name: 'Enter the day.' }));
  await day.fill('2026-11-16');
  await time.fill('08:10');
  server.answer({ saveSymptomForm: save(1) });
  await button('Submit').click();
  await see('Form #1 is saved for Nov 16, 8:10 AM.');
  await expect
    .poll(() => server.inputsOf('saveSymptomForm')[0]?.loggedAt)
    .toBe('2026-11-16T13:10:00.000Z');
});

it('saves the time that it shows, however long it stays open', async () => {
  open();
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 1);
  await button('Change the time').click();
  vi.setSystemTime('2026-11-18T17:20:00Z');
  await expect.element(field('Time (EST)')).toHaveValue('12:00');
  server.answer({ saveSymptomForm: save(1) });
  await button('Submit').click();
  await see('Form #1 is saved for 12:00 PM.');
  await expect
    .poll(() => server.inputsOf('saveSymptomForm')[0]?.loggedAt)
    .toBe('2026-11-18T17:00:00.000Z');
});

it('shows the time on the device’s clock if that differs', async () => {
  person = makePerson({ symptoms: ['Tremor', 'Stiffness'], timeZone: 'Europe/Berlin' });
  open();
  await track();
  await button('Change the time').click();
  await field('Time (CET)').fill('17:30');
  const hint = 'Your device is set to another time zone.';
  await expect
    .element(page.getByRole('group', { name: 'When?' }))
    .toHaveAccessibleDescription(
      `${hint} On its clock, this time is Wednesday, November 18, 11:30 AM.`,
    );
});

it('does not mention the device’s clock in the same time zone', async () => {
  open();
  await track();
  await button('Change the time').click();
  await see(field('Time (EST)'));
  await seeNot('Your device is set to another time zone.');
});

it('sends the person’s time zone, and shows a form as the clock stood where it was made', async () => {
  const preferences = { timeZone: 'Europe/Berlin', hourCycle: 'h23', dateOrder: 'dmy' } as const;
  person = makePerson({ symptoms: ['Tremor'], ...preferences });
  open([makeForm(1, '2026-07-18T13:10:00Z', { Tremor: 2 }, { timeZone: 'America/New_York' })]);
  await see('18 Jul, 9:10 EDT');
  await button('Edit Form #1').click();
  await see('When? 18 July 2026, 9:10 EDT');
  await button('Change the time').click();
  await expect.element(field('Time (EDT)')).toHaveValue('09:10');
  await button('Close').click();
  server.answer({ saveSymptomForm: save(2) });
  await track();
  await rate('Tremor', 3);
  await button('Submit').click();
  await see('Form #2 is saved.');
  await expect.poll(() => server.inputsOf('saveSymptomForm')[0]?.timeZone).toBe('Europe/Berlin');
});

it('shows in the history that a form was added later', async () => {
  const late = { enteredAt: '2026-11-18T17:00:00Z' };
  open([makeForm(1, '2026-11-16T13:10:00Z', { Tremor: 2 }, late)]);
  await see('Nov 16, 8:10 AM EST');
  await see('Entered on Nov 18');
});

it('continues a closed form, and a closed correction', async () => {
  open([FORM]);
  await track();
  await rate('Tremor', 4);
  await button('Close').click();
  await button('Edit Form #1').click();
  await rate('Tremor', 5);
  await button('Close').click();
  await see('You closed a form without submitting it.');
  await see('You closed Form #1 without saving your changes.');
  await button('Track Symptoms').click();
  await see('We kept your unfinished form.');
  await expectSeverity('Tremor', 4);
  await button('Close').click();
  await button('Edit Form #1').click();
  await expectSeverity('Tremor', 5);
});

it('keeps a rated symptom that has been renamed meanwhile', async () => {
  open();
  await track();
  await rate('Tremor', 4);
  await rate('Stiffness', 2);
  person = {
    ...person,
    profile: { ...person.profile, symptom2: 'Rigidity', pastSymptoms: ['Stiffness'] },
  };
  await comeBackAt(NOW);
  await expectSeverity('Tremor', 4);
  await expectSeverity('Rigidity', undefined);
  await expectSeverity('Stiffness', 2);
});

it('hides a draft from the next person in the same browser', async () => {
  expectConsole(/404/);
  open();
  await track();
  await rate('Tremor', 4);
  await button('Close').click();
  await see('You closed a form without submitting it.');
  person = makePerson({ firstName: 'Sue', name: 'Sue Body' });
  server.answer({ ...answersFor(person, []), getUserForms: refuse('userNotFound') });
  await button('Refresh').first().click();
  await see(page.getByText('Welcome, Sue').last());
  await seeNot('You closed a form without submitting it.');
});
