import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makeForm, makePerson, NOW } from '../testing/person.ts';
import { expectSeverity, rate, save, slider } from '../testing/rating.ts';
import { alert, button, field, keys, see, seeNot, summary } from '../testing/screen.ts';
import { type FakeServer, refuse } from '../testing/server.ts';
import { setDisplay } from '../ui/display.ts';

/** With 'Large controls' the form shows one symptom at a time. */

const FORM = makeForm(1, NOW, { Tremor: 2, Stiffness: 3, Balance: 1 });

let person: ReturnType<typeof makePerson>;
let server: FakeServer;

beforeEach(() => {
  // Each test has its own person, because the drafts of earlier tests stay in the browser.
  person = makePerson({ symptoms: ['Tremor', 'Stiffness', 'Balance'] });
  open();
});

function open(forms = [FORM]): void {
  setDisplay(['largeControls']);
  server = openApp('/dashboard', answersFor(person, forms));
  server.answer({ saveSymptomForm: save(2), updateSymptoms: { ...FORM, version: 2 } });
}

async function track(): Promise<void> {
  await button('Track Symptoms').click();
  await see(slider('Tremor'));
}

async function next(name: string): Promise<void> {
  await button('Next').click();
  await see(slider(name));
}

const saved = () =>
  Object.values(server.inputsOf('saveSymptomForm')[0]?.formData ?? {}).map(
    ({ name, severity }) => `${name} ${severity}`,
  );

it('takes seven presses for three symptoms', async () => {
  let presses = 0;
  const count = () => {
    presses += 1;
  };
  addEventListener('pointerdown', count, true);
  await track();
  await see('Symptom 1 of 3');
  await rate('Tremor', 4);
  await next('Stiffness');
  await see('Symptom 2 of 3');
  await seeNot(slider('Tremor'));
  await rate('Stiffness', 2);
  await next('Balance');
  await seeNot(button('Next'));
  await rate('Balance', 5);
  await button('Submit').click();
  await see('Form #2 is saved.');
  removeEventListener('pointerdown', count, true);
  expect(presses).toBe(7);
  expect(saved()).toEqual(['Tremor 4', 'Stiffness 2', 'Balance 5']);
});

it('shows all five stops of a symptom on a phone of usual height', async () => {
  await track();
  await next('Stiffness');
  const { top, bottom } = slider('Stiffness').element().getBoundingClientRect();
  expect(top).toBeGreaterThan(button('Close').element().getBoundingClientRect().bottom);
  // The bar above Next may cover up to 10 px of the last stop, which is 88 px tall.
  expect(bottom - 10).toBeLessThan(button('Next').element().getBoundingClientRect().top - 8);
});

it('shows the stops of each symptom at the same height, and notices below them', async () => {
  await button('Edit Form #1').click();
  await rate('Tremor', 4);
  dispatchEvent(new Event('pagehide'));
  open();
  await see('We kept your unsaved changes.');
  const boxOf = (name: string) => slider(name).element().getBoundingClientRect();
  const { top, bottom } = boxOf('Tremor');
  const edge = button('Next').element().getBoundingClientRect().top;
  expect(bottom - 10).toBeLessThan(edge - 8);
  // On a phone with a lower screen, each symptom fills the screen.
  await page.viewport(360, 560);
  for (const name of ['Stiffness', 'Balance']) {
    document.querySelector('.dialog-frame')?.scrollBy(0, 60);
    await next(name);
    expect(boxOf(name).top).toBe(top);
    await seeNot('We kept your unsaved changes.');
  }
});

it('offers the deletion of a form on the last step, above Submit', async () => {
  await button('Edit Form #1').click();
  await see(slider('Tremor'));
  for (const name of ['Stiffness', 'Balance']) {
    await seeNot(button('Delete this form'));
    await next(name);
  }
  document.querySelector('.dialog-frame')?.scrollTo(0, 9999);
  const { bottom } = button('Delete this form').element().getBoundingClientRect();
  const submit = button('Submit').element().getBoundingClientRect();
  expect(bottom).toBeLessThan(submit.top - 36);
  expect(submit.bottom).toBeGreaterThan(innerHeight - 24);
});

it('moves the focus to the symptom that it shows, and goes back', async () => {
  await track();
  await seeNot(button('Back'));
  await next('Stiffness');
  await expect.element(slider('Stiffness')).toHaveFocus();
  await keys('4');
  await button('Back').click();
  await expect.element(slider('Tremor')).toHaveFocus();
  await seeNot(button('Back'));
  await next('Stiffness');
  await expectSeverity('Stiffness', 4);
});

it('restores a form after a reload, its note too', async () => {
  await track();
  await next('Stiffness');
  await rate('Stiffness', 2);
  await button('Add a note for Stiffness').click();
  await field('Notes for Stiffness').fill('After sitting');
  dispatchEvent(new Event('pagehide'));
  open();
  await see('We kept your unfinished form.');
  await next('Stiffness');
  await expectSeverity('Stiffness', 2);
  await expect.element(field('Notes for Stiffness')).toHaveValue('After sitting');
});

it('stays with a time that cannot be right', async () => {
  await track();
  await button('Change the time').click();
  await field('Time (EST)').fill('23:30');
  await button('Next').click();
  await expect.element(summary()).toHaveFocus();
  await see(slider('Tremor'));
});

it('leads to the symptoms that are not rated, or leaves them out', async () => {
  await track();
  await next('Stiffness');
  await next('Balance');
  await button('Submit').click();
  await see('Please rate at least one symptom.');
  await button('Rate Tremor').click();
  await expect.element(slider('Tremor')).toHaveFocus();
  await rate('Tremor', 3);
  await see('Stiffness and Balance are not rated.');
  await button('Rate Stiffness').click();
  await expect.element(slider('Stiffness')).toHaveFocus();
  await button('Leave them out').click();
  await see('Form #2 is saved.');
  expect(saved()).toEqual(['Tremor 3']);
});

it('leads to a note that needs a rating', async () => {
  await track();
  await rate('Tremor', 3);
  await next('Stiffness');
  await next('Balance');
  await button('Add a note for Balance').click();
  await field('Notes for Balance').fill('Fell');
  await button('Submit').click();
  await seeNot(button('Leave them out'));
  await button('Rate Balance').click();
  await expect.element(slider('Balance')).toHaveFocus();
});

it('corrects a form that was changed somewhere else', async () => {
  await button('Edit Form #1').click();
  await next('Stiffness');
  await rate('Stiffness', 5);
  await next('Balance');
  server.answer({ updateSymptoms: refuse('formChanged') });
  await button('Submit').click();
  await see(alert());
  server.answer({ getUserForms: [{ ...FORM, version: 2 }] });
  await button('Reload').click();
  await see('We loaded the latest version and kept your changes.');
  await expect.element(button('Submit')).toHaveFocus();
  server.answer({ updateSymptoms: { ...FORM, version: 3 } });
  await button('Submit').click();
  await see('Form #1 is saved.');
  await expect
    .poll(() => server.inputsOf('updateSymptoms').at(-1))
    .toMatchObject({
      version: 2,
      formData: { symptom2: { severity: 5 } },
    });
});

describe('larger stops for a hand that misses', () => {
  const enlarge = button('Use large controls');

  beforeEach(async () => {
    setDisplay([]);
    server.answer({ updateProfile: person.profile });
    await track();
  });

  it('are offered with the third press on a symptom, which stays in view with what was rated', async () => {
    await rate('Tremor', 2);
    for (const severity of [1, 2]) await rate('Stiffness', severity);
    await seeNot(enlarge);
    const top = () => slider('Balance').element().getBoundingClientRect().top;
    const before = top();
    await rate('Stiffness', 4);
    await see(enlarge);
    expect(top()).toBe(before);
    await enlarge.click();
    await see('Symptom 2 of 3');
    await expectSeverity('Stiffness', 4);
    await expect.element(slider('Stiffness')).toHaveFocus();
    await seeNot(enlarge);
    await expect
      .poll(() => server.inputsOf('updateProfile'))
      .toEqual([{ userId: person.profile.userId, display: ['largeControls'] }]);
    await next('Balance');
    await rate('Balance', 3);
    await button('Submit').click();
    await expect.poll(saved).toEqual(['Tremor 2', 'Stiffness 4', 'Balance 3']);
  });

  it('are offered to a hand that hits the same wrong stop', async () => {
    for (const severity of [3, 3, 3]) await rate('Tremor', severity);
    await see(enlarge);
  });

  it('are not offered to the keyboard', async () => {
    await rate('Tremor', 3);
    await keys('{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowLeft}');
    await expectSeverity('Tremor', 3);
    await seeNot(enlarge);
  });

  it('are not offered again to somebody who has one symptom and uses them', async () => {
    setDisplay(['largeControls']);
    openApp('/dashboard', answersFor(makePerson({ symptoms: ['Tremor'] })));
    await track();
    for (const severity of [1, 2, 3, 4]) await rate('Tremor', severity);
    await seeNot(enlarge);
  });
});
