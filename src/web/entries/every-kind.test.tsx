import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { SAMPLES, type Sample } from '../testing/samples.ts';
import { button, see, seeNot } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';

/** What every kind does whose entries wait on the device. The tests run at noon in New York. */

/** A person who has every button. */
const somebody = () => makePerson({ display: ['fallButton'] });

function open(sample: Sample, isSaved: boolean, other: Answers = {}, person = somebody()) {
  // Marks the practice of the diary as seen. Otherwise it would be shown before the first entry.
  localStorage.setItem(`diaryPractised ${person.profile.userId}`, '1');
  const answers = answersFor(person, [makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 })]);
  return openApp('/dashboard', { ...answers, ...sample.answers(isSaved), ...other });
}

describe.each(Object.entries(SAMPLES))('%s', (_, sample) => {
  const { save, enter, place, saved, refused, openRefused, close, remove, openList, name } = sample;

  it('wait on the device without a network, and are sent once the app is opened again', async () => {
    const person = somebody();
    const offline = open(sample, false, { [save]: lost }, person);
    await enter();
    await see(place.getByText('Waiting'));
    await expect.poll(() => offline.inputsOf(save).length).toBeGreaterThan(0);
    const server = open(sample, false, {}, person);
    await see(place.getByText(saved).first());
    await seeNot(place.getByText('Waiting'));
    const [first] = offline.inputsOf(save);
    await expect.poll(() => server.inputsOf(save)).toEqual([first]);
  });

  it('do not wait if the server refuses them, and are sent again on request', async () => {
    const server = open(sample, false, { [save]: refuse('tooManyEntries') });
    await enter();
    await openRefused?.();
    await see(page.getByText(refused));
    await seeNot(place.getByText('Waiting'));
    server.answer(sample.answers(false));
    await button('Send again').click();
    await seeNot(page.getByText(refused));
    await close?.();
    await see(place.getByText(saved).first());
    await seeNot(place.getByText('Waiting'));
  });

  it('are gone if a refused one is deleted', async () => {
    const person = somebody();
    open(sample, false, { [save]: refuse('tooManyEntries') }, person);
    await enter();
    await openRefused?.();
    await see(page.getByText(refused));
    await button('Delete', true).click();
    await seeNot(page.getByText(refused));
    const server = open(sample, false, {}, person);
    await see(place);
    await seeNot(page.getByText(refused));
    expect(server.inputsOf(save)).toEqual([]);
  });

  it('are deleted with Undo in place, and restored from the list', async () => {
    open(sample, true);
    await remove();
    await see('was deleted.');
    await button('Undo', true).click();
    // The dialog of the diary only takes its message away.
    await seeNot('was deleted.');
    if (!close) await see(`The ${name} is restored.`);
    await close?.();
    await see(place.getByText(saved).first());
    await remove();
    await see('was deleted.');
    await close?.();
    await openList();
    await button(`Restore the ${name}`).click();
    await see(page.getByText(`The ${name} is restored.`).last());
  });
});
