import { beforeEach, expect, it } from 'vitest';
import type { Form } from '../../contract/entities.ts';
import { openApp } from '../testing/app.tsx';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { after, expectSeverity, rate } from '../testing/rating.ts';
import { alert, button, dialog, field, hold, keys, see, seeNot } from '../testing/screen.ts';
import { type FakeServer, lost, refuse } from '../testing/server.ts';

const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 2, Stiffness: 2 });

let person: ReturnType<typeof makePerson>;
let server: FakeServer;

beforeEach(() => {
  // Each test has its own person, because the drafts of earlier tests stay in the browser.
  person = makePerson({ symptoms: ['Tremor', 'Stiffness'] });
});

function open(forms: readonly Form[]): void {
  server = openApp('/dashboard', answersFor(person, forms));
}

it('stays while a correction is being saved, and says why', async () => {
  open([FORM]);
  const { held, goOn } = hold();
  server.answer({ updateSymptoms: after(held, () => ({ ...FORM, version: 2 })) });
  await button('Edit Form #1').click();
  await rate('Tremor', 3);
  await button('Submit').click();
  await see(button('Updating...'));
  await seeNot('Still saving. One moment, please.');
  await keys('{Escape}');
  await see('Still saving. One moment, please.');
  goOn();
  await see('Form #1 is saved for 8:10 AM. Tremor 2, Stiffness 2.');
  await expect
    .poll(() => server.inputsOf('updateSymptoms'))
    .toMatchObject([
      { action: 'form', version: 1, formData: { formNumber: 1, symptom1: { severity: 3 } } },
    ]);
});

it('applies a correction to the newest version of a form that was changed elsewhere', async () => {
  open([FORM]);
  server.answer({ updateSymptoms: refuse('formChanged') });
  await button('Edit Form #1').click();
  await see(dialog().getByText('Form #1', { exact: true }));
  await rate('Tremor', 3);
  await button('Submit').click();
  await expect
    .element(alert())
    .toHaveTextContent('This form was changed somewhere else. Please reload and try again.');
  server.answer({ getUserForms: lost });
  await button('Reload').click();
  await see('We couldn’t load the form. Please try again.');
  const newest: Form = {
    ...FORM,
    version: 2,
    symptomData: {
      symptom1: { name: 'Tremor', severity: 5, notes: 'Since the new dose' },
      symptom2: { name: 'Stiffness', severity: 4, notes: '' },
    },
  };
  server.answer({ getUserForms: [newest] });
  await button('Reload').click();
  await see('We loaded the latest version and kept your changes.');
  await seeNot(alert());
  await expect.element(button('Submit')).toHaveFocus();
  await expectSeverity('Tremor', 3);
  await expectSeverity('Stiffness', 4);
  await expect.element(field('Notes for Tremor')).toHaveValue('Since the new dose');
  server.answer({ updateSymptoms: { ...newest, version: 3 } });
  await button('Submit').click();
  await see('Form #1 is saved for 8:10 AM.');
  await expect.poll(() => server.inputsOf('updateSymptoms').at(-1)).toMatchObject({ version: 2 });
});

it('says that a form that was deleted elsewhere cannot be loaded', async () => {
  open([FORM]);
  server.answer({ updateSymptoms: refuse('formChanged') });
  await button('Edit Form #1').click();
  await rate('Tremor', 3);
  await button('Submit').click();
  server.answer({ getUserForms: [] });
  await button('Reload').click();
  await see('We couldn’t load the form. Please try again.');
  await see(dialog().getByText('Form #1', { exact: true }));
});

it('keeps an emptied note open, with the focus', async () => {
  open([{ ...FORM, symptomData: { symptom1: { name: 'Tremor', severity: 2, notes: 'Ab' } } }]);
  await button('Edit Form #1').click();
  const tremor = field('Notes for Tremor');
  await expect.element(tremor).not.toHaveFocus();
  await tremor.click();
  await keys('{End}{Backspace}{Backspace}');
  await expect.element(tremor).toHaveValue('');
  await expect.element(tremor).toHaveFocus();
  await keys('Better');
  await expect.element(tremor).toHaveValue('Better');
});

it('corrects the time of a form, or keeps it', async () => {
  open([FORM]);
  await button('Edit Form #1').click();
  await see('When? November 18, 2026, 8:10 AM EST');
  await button('Change the time').click();
  await field('Time (EST)').fill('07:30');
  await button('Back to 8:10 AM today').click();
  await see('When? November 18, 2026, 8:10 AM EST');
  await button('Change the time').click();
  await field('Day', true).fill('2026-11-17');
  server.answer({ updateSymptoms: { ...FORM, date: '2026-11-17T13:10:00.000Z', version: 2 } });
  await button('Submit').click();
  await see('Form #1 is saved for yesterday, 8:10 AM.');
  await expect
    .poll(() => server.inputsOf('updateSymptoms'))
    .toMatchObject([
      { loggedAt: '2026-11-17T13:10:00.000Z', formData: { symptom1: { severity: 2 } } },
    ]);
});

it('accepts the day of a form that is older than a year', async () => {
  open([makeForm(1, '2024-03-01T13:10:00Z', { Tremor: 2, Stiffness: 2 })]);
  await button('Edit Form #1').click();
  await see('When? March 1, 2024, 8:10 AM EST');
  await button('Change the time').click();
  await field('Time (EST)').fill('09:00');
  server.answer({ updateSymptoms: { ...FORM, version: 2 } });
  await button('Submit').click();
  await expect
    .poll(() => server.inputsOf('updateSymptoms'))
    .toMatchObject([{ loggedAt: '2024-03-01T14:00:00.000Z' }]);
});
