import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { bloodPressure } from '../../contract/kinds/blood-pressure.ts';
import { openApp } from '../testing/app.tsx';
import { answersForBoth, makePair } from '../testing/caregivers.ts';
import { answersForKind, makeEntry } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { button, dialog, see, seeNot } from '../testing/screen.ts';
import { lost } from '../testing/server.ts';
import { answersForVisits, makeVisit } from '../testing/visits.ts';
import type { PressureReading } from './kind.ts';

/** The tests run at noon in New York on November 18. */

const today = page.getByRole('region', { name: 'Today' });
const offer = today.getByText('Before your visit');

function makeReading(position: PressureReading['position'], systolic: number, diastolic: number) {
  return makeEntry(bloodPressure, {
    readingId: crypto.randomUUID(),
    measuredAt: '2026-11-18T12:10:00.000Z',
    ...{ position, systolic, diastolic },
  });
}

function open(visit: Parameters<typeof makeVisit>[0], readings: PressureReading[] = []) {
  return openApp('/dashboard', {
    ...answersFor(makePerson(), [makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 })]),
    ...answersForVisits([makeVisit(visit)]),
    ...answersForKind(bloodPressure, readings),
  });
}

const press = (name: string) => dialog().getByRole('button', { name }).click();

describe('blood pressure', () => {
  it('is offered on the five days before a visit for which it was chosen, and only then', async () => {
    for (const [visit, isOffered] of [
      [{ day: '2026-11-19', bloodPressure: true }, true],
      [{ day: '2026-11-23', bloodPressure: true }, true],
      [{ day: '2026-11-24', bloodPressure: true }, false],
      [{ day: '2026-11-18', bloodPressure: true }, false],
      [{ day: '2026-11-20', bloodPressure: false }, false],
      [{ day: '2026-11-20' }, false],
    ] as const) {
      open(visit);
      await see(today.getByText('How was your day?'));
      if (isOffered) await see(offer);
      else await seeNot(offer);
    }
  });

  it('is saved as one sitting, with the numbers that were pressed and no others', async () => {
    const server = open({ day: '2026-11-20', bloodPressure: true }, [
      makeReading('lying', 131, 80),
    ]);
    await offer.click();
    // It starts at the last value. A press on that confirms it.
    await press('Upper number, lying, 131, not entered');
    await press('Lower number, lying, 1 less');
    await press('Next: standing, 1 minute');
    await press('Upper number, standing, 1 minute, 10 less');
    await press('Lower number, standing, 1 minute, 1 more');
    await button('Save', true).click();
    await expect.poll(() => server.inputsOf('saveBloodPressure')).toHaveLength(1);
    const [input] = server.inputsOf('saveBloodPressure') as unknown as {
      entries: { position: string; measuredAt: string }[];
    }[];
    expect(input?.entries).toMatchObject([
      { position: 'lying', systolic: 131, diastolic: 79, pulse: null },
      { position: 'standing1', systolic: 121, diastolic: 81, pulse: null },
    ]);
    expect(input?.entries[0]?.measuredAt).toBe(input?.entries[1]?.measuredAt);
    await see(today.getByText('Standing, 1 minute: 121/81, difference −10/+2'));
  });

  it('is not saved with nothing pressed, nor with one of two numbers', async () => {
    const server = open({ day: '2026-11-20', bloodPressure: true });
    await offer.click();
    await button('Save', true).click();
    await see('Please enter a reading first.');
    await press('Upper number, lying, 1 more');
    await button('Save', true).click();
    await see('Lying: please enter the upper and the lower number.');
    expect(server.inputsOf('saveBloodPressure')).toEqual([]);
  });

  it('is corrected with a version, and only what changed is sent', async () => {
    const server = open({ day: null }, [
      makeReading('lying', 131, 80),
      makeReading('standing1', 107, 72),
    ]);
    await today.getByRole('button', { name: 'Edit blood pressure' }).click();
    await press('Upper number, lying, 1 less');
    await button('Save', true).click();
    await expect
      .poll(() => server.inputsOf('saveBloodPressure'))
      .toMatchObject([{ entries: [{ position: 'lying', systolic: 130, version: 1 }] }]);
  });

  it('keeps what was entered when its dialog is closed, with the time when it was begun', async () => {
    const server = open({ day: '2026-11-20', bloodPressure: true });
    await offer.click();
    await press('Upper number, lying, 1 more');
    await press('Close');
    await see(today.getByText('(not saved yet)'));
    vi.setSystemTime(Date.parse('2026-11-18T18:30:00Z'));
    await offer.click();
    await see(/^We kept what you entered. It is for Wednesday, November 18, 12:00 PM EST/);
    await press('Lower number, lying, 1 more');
    await button('Save', true).click();
    await expect
      .poll(() => server.inputsOf('saveBloodPressure'))
      .toMatchObject([
        {
          entries: [{ measuredAt: expect.stringMatching(/T17:00:/), systolic: 121, diastolic: 81 }],
        },
      ]);
    await seeNot(today.getByText('(not saved yet)'));
  });

  it('begins again without what was kept, at the time of now', async () => {
    const server = open({ day: '2026-11-20', bloodPressure: true });
    await offer.click();
    await press('Upper number, lying, 1 more');
    await press('Close');
    vi.setSystemTime(Date.parse('2026-11-18T18:30:00Z'));
    await offer.click();
    await button('Delete it and begin again').click();
    await see(dialog().getByText('Nothing is entered yet.'));
    await press('Upper number, lying, 1 less');
    await see(dialog().getByText('Lying: not complete.'));
    await press('Lower number, lying, 1 less');
    await button('Save', true).click();
    await expect
      .poll(() => server.inputsOf('saveBloodPressure'))
      .toMatchObject([
        {
          entries: [{ measuredAt: expect.stringMatching(/T18:30:/), systolic: 119, diastolic: 79 }],
        },
      ]);
  });

  it('lets a reading be cleared, so that half of one is never made up', async () => {
    const server = open({ day: '2026-11-20', bloodPressure: true });
    await offer.click();
    await press('Upper number, lying, 1 more');
    await press('Lower number, lying, 1 more');
    await press('Next: standing, 1 minute');
    await press('Upper number, standing, 1 minute, 10 more');
    await press('Clear this reading');
    await button('Save', true).click();
    await expect
      .poll(() => server.inputsOf('saveBloodPressure'))
      .toMatchObject([{ entries: [{ position: 'lying', systolic: 121, diastolic: 81 }] }]);
  });

  it('is not unsaved any more once a change is taken back', async () => {
    open({ day: null }, [makeReading('lying', 131, 80)]);
    await today.getByRole('button', { name: 'Edit blood pressure' }).click();
    await press('Upper number, lying, 1 more');
    await press('Upper number, lying, 1 less');
    await press('Close');
    await seeNot(today.getByText('(not saved yet)'));
  });

  it('can have one reading deleted alone, with Undo', async () => {
    const lying = makeReading('lying', 131, 80);
    const standing = makeReading('standing1', 107, 72);
    const server = open({ day: null }, [lying, standing]);
    await today.getByRole('button', { name: 'Edit blood pressure' }).click();
    await dialog().getByRole('tab', { name: '1 minute' }).click();
    await press('Delete this reading alone');
    await seeNot(today.getByText('107/72'));
    await see(today.getByText('131/80'));
    await button('Undo', true).click();
    await see(today.getByText(/107\/72/));
    expect(server.inputsOf('deleteBloodPressure')).toMatchObject([
      { readingIds: [standing.readingId] },
    ]);
  });

  it('keeps the version of an unsaved edit, so that a change by someone else is not overwritten', async () => {
    const lying = makeReading('lying', 131, 80);
    const person = answersFor(makePerson());
    openApp('/dashboard', { ...person, ...answersForKind(bloodPressure, [lying]) });
    const edit = today.getByRole('button', { name: 'Edit blood pressure' });
    await edit.click();
    await press('Upper number, lying, 1 less');
    await press('Close');
    const changed = { ...lying, diastolic: 85, version: 2 };
    const server = openApp('/dashboard', {
      ...person,
      ...answersForKind(bloodPressure, [changed]),
    });
    await see(today.getByText('131/85'));
    await edit.click();
    await button('Save', true).click();
    await expect
      .poll(() => server.inputsOf('saveBloodPressure'))
      .toMatchObject([{ entries: [{ systolic: 130, diastolic: 80, version: 1 }] }]);
  });

  it.each([
    ['Keep what is saved', '128/80', 2],
    ['Save mine instead', '130/80', 3],
  ])('shows both if it was changed somewhere else: %s', async (answer, numbers, version) => {
    const lying = makeReading('lying', 131, 80);
    const readings = [lying, makeReading('standing1', 107, 72)];
    open({ day: null }, readings);
    await today.getByRole('button', { name: 'Edit blood pressure' }).click();
    await press('Upper number, lying, 1 less');
    // Another device corrects the reading while the dialog is open.
    readings[0] = { ...lying, systolic: 128, version: 2 };
    await button('Save', true).click();
    await see('This reading was changed somewhere else.');
    await see('Saved: Lying: 128/80');
    await see('Yours: Lying: 130/80');
    await button(answer).click();
    await seeNot('This reading was changed somewhere else.');
    await see(today.getByText(`Lying: ${numbers}`));
    await seeNot(today.getByText('Waiting'));
    await expect.poll(() => readings[0]?.version).toBe(version);
  });

  it('is corrected without a question if it was saved while its dialog was open', async () => {
    const readings: PressureReading[] = [];
    const server = open({ day: '2026-11-20', bloodPressure: true }, readings);
    server.answer({ saveBloodPressure: lost });
    await offer.click();
    await press('Upper number, lying, 1 more');
    await press('Lower number, lying, 1 more');
    await button('Save', true).click();
    await see(today.getByText('Waiting'));
    await today.getByRole('button', { name: 'Edit blood pressure' }).click();
    await press('Upper number, lying, 1 more');
    server.answer(answersForKind(bloodPressure, readings));
    window.dispatchEvent(new Event('online'));
    await seeNot(today.getByText('Waiting'));
    await button('Save', true).click();
    await see(today.getByText('Lying: 122/81'));
    await expect.poll(() => readings).toMatchObject([{ systolic: 122, version: 2 }]);
  });

  it('that waits is shown as corrected in the history too', async () => {
    openApp('/dashboard', {
      ...answersFor(makePerson(), [
        makeForm(2, '2026-11-18T13:10:00Z', { Tremor: 3 }),
        makeForm(1, '2026-11-16T13:10:00Z', { Tremor: 3 }),
      ]),
      ...answersForKind(bloodPressure, [
        { ...makeReading('lying', 131, 80), measuredAt: '2026-11-16T12:10:00.000Z' },
      ]),
      saveBloodPressure: lost,
    });
    await page.getByRole('tab', { name: 'Past Forms' }).click();
    await page.getByRole('button', { name: 'blood pressure', exact: true }).click();
    await dialog().getByRole('button', { name: 'Edit blood pressure' }).click();
    await press('Upper number, lying, 1 less');
    await button('Save', true).click();
    await see(dialog().getByText('Lying: 130/80'));
    await see(dialog().getByText('Waiting'));
  });

  it('is deleted as a whole sitting, with Undo', async () => {
    const server = open({ day: null }, [
      makeReading('lying', 131, 80),
      makeReading('standing1', 107, 72),
    ]);
    await today.getByRole('button', { name: 'Edit blood pressure' }).click();
    await button('Delete this blood pressure').click();
    await seeNot(today.getByText('131/80'));
    await button('Undo', true).click();
    await see(today.getByText('131/80'));
    const ids = server.inputsOf('deleteBloodPressure') as unknown as { readingIds: string[] }[];
    expect(ids.map(({ readingIds }) => readingIds.length)).toEqual([2]);
  });

  it('is offered to a helper on the days that the server tells, and saved for the person', async () => {
    const pair = makePair(
      { may: 'log' },
      { pressureDays: { first: '2026-11-15', last: '2026-11-19' } },
    );
    const server = openApp('/dashboard', {
      ...answersForBoth(pair),
      ...answersForKind(bloodPressure, []),
    });
    await today.getByText('Before the visit').click();
    await see(dialog().getByText('For Grace Hopper'));
    await press('Upper number, lying, 1 more');
    await press('Lower number, lying, 1 more');
    await button('Save', true).click();
    await expect
      .poll(() => server.inputsOf('saveBloodPressure'))
      .toMatchObject([{ userId: pair.grace.profile.userId }]);
  });

  it('is shown without colour or judgement', async () => {
    open({ day: null }, [makeReading('lying', 190, 110), makeReading('standing1', 90, 50)]);
    const row = today.getByRole('button', { name: 'Edit blood pressure' });
    await see(row);
    const element = row.element();
    expect(element.textContent).not.toMatch(
      /\b(low|high|normal|drop|fall|risk|danger|good|bad|worse|warning|doctor|careful)/i,
    );
    const ink = getComputedStyle(element).color;
    for (const each of element.querySelectorAll('.today-text')) {
      expect(getComputedStyle(each).color).toBe(ink);
      expect(each.className).not.toMatch(/danger|warning|success|severity/);
    }
  });
});
