import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { type CallName, calls } from '../src/contract/calls.ts';

/**
 * Doses and ratings of ten days, and a second implementation of the severity after a dose, to compare with the app's.
 */

/** Ten days in a New York November, five hours behind UTC. The plan changes on the sixth. */
const DAYS = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17].map((day) => `2026-11-${`0${day}`.slice(-2)}`);
const CHANGED_ON = '2026-11-13';
const LEVODOPA = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f01';
const RETARD = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f02';
const RASAGILINE = '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f03';

const plainTimes = (day: string) =>
  day < CHANGED_ON ? ['08:00', '12:00', '16:00'] : ['08:00', '11:00', '14:00', '17:00'];

interface Logged {
  readonly medicationId: string;
  readonly planned: number;
  readonly at: number;
  readonly status: string;
}

interface Rated {
  readonly at: number;
  readonly severity: number;
}

function instant(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00-05:00`);
}

/** The planned doses, most of them logged up to 20 minutes before or after their time. */
export function regimen() {
  const planned: Omit<Logged, 'status'>[] = DAYS.flatMap((day, index) => [
    ...plainTimes(day).map((time, nth) => {
      const at = instant(day, time);
      return {
        medicationId: LEVODOPA,
        planned: at,
        at: at + (((index * 7 + nth * 11) % 41) - 20) * 60_000,
      };
    }),
    ...[RETARD, RASAGILINE].map((medicationId) => {
      const at = instant(day, medicationId === RETARD ? '22:00' : '08:00');
      return { medicationId, planned: at, at: at + 5 * 60_000 };
    }),
  ]);
  const logged = planned
    .filter((_, index) => index % 13 !== 4)
    .map((dose, index): Logged => ({ ...dose, status: index % 17 === 9 ? 'skipped' : 'taken' }));
  return { planned, logged };
}

const FORM_TIMES = ['07:30', '09:20', '11:50', '13:15', '18:00', '20:40'];

export function formsOf(): Rated[] {
  return DAYS.flatMap((day, index) =>
    FORM_TIMES.map((time, nth) => ({
      at: instant(day, time),
      severity: 1 + ((index * 3 + nth * 2 + index * nth) % 5),
    })),
  );
}

/** A second implementation, minute by minute, which shares no code with the app. */
export function expected(
  forms: readonly Rated[],
  logged: readonly Logged[],
): { rows: string[]; withoutDose: number; notLogged: number } {
  const { planned } = regimen();
  const bins: number[][] = [[], [], [], [], []];
  let [withoutDose, notLogged] = [0, 0];
  for (const { at, severity } of forms) {
    let isUnknown = false;
    let since: number | undefined;
    for (let minutes = 480; minutes >= 0; minutes -= 1) {
      const minute = Math.floor(at / 60_000) - minutes;
      const isThen = (time: number) => Math.floor(time / 60_000) === minute;
      isUnknown ||= planned.some(
        (dose) =>
          dose.medicationId !== RASAGILINE &&
          isThen(dose.planned) &&
          !logged.some(
            (each) => each.medicationId === dose.medicationId && each.planned === dose.planned,
          ),
      );
      const isTaken = logged.some(
        (dose) => dose.medicationId !== RASAGILINE && dose.status === 'taken' && isThen(dose.at),
      );
      if (isTaken) since = minutes;
    }
    if (isUnknown) notLogged += 1;
    else if (since === undefined) withoutDose += 1;
    else bins[Math.min(4, Math.floor(since / 60))]?.push(severity);
  }
  const names = ['0–1', '1–2', '2–3', '3–4', 'over 4'];
  const rows = bins.map((values, index) => {
    const sorted = values.sort((a, b) => a - b);
    if (sorted.length < 5) {
      const ratings = sorted.length === 1 ? 'rating' : 'ratings';
      return `${names[index]} too few (${sorted.length} ${ratings}, 5 needed)`;
    }
    const quarter = (share: number) => {
      const place = share * (sorted.length - 1);
      const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
      return low + (high - low) * (place - Math.floor(place));
    };
    return `${names[index]} ${quarter(0.5)} (${quarter(0.25)} to ${quarter(0.75)}) ${sorted.length}`;
  });
  return { rows, withoutDose, notLogged };
}

/** Makes a call of the signed-in person. */
export async function send(page: Page, name: CallName, input: object): Promise<void> {
  const { id: userId } = await (await page.request.get(calls.getSession.path)).json();
  const answer = await page.request.post(calls[name].path, { data: { userId, ...input } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Enters the medications, and the doses that were logged. */
export async function enterDoses(page: Page): Promise<void> {
  const plain = { unit: 'mg', form: 'tablet', asNeeded: false, from: '2026-11-08' };
  const at = (times: readonly string[]) => times.map((time) => ({ time, amount: 1 }));
  const levodopa = { ...plain, medicationId: LEVODOPA, name: 'Levodopa/carbidopa', strength: 100 };
  await send(page, 'saveMedication', { ...levodopa, isLevodopa: true, times: at(plainTimes('')) });
  const changed = { from: CHANGED_ON, times: at(plainTimes(CHANGED_ON)), isLevodopa: true };
  await send(page, 'saveMedication', { ...levodopa, ...changed });
  const retard = { medicationId: RETARD, name: 'Madopar retard', strength: 200, isLevodopa: true };
  await send(page, 'saveMedication', { ...plain, ...retard, times: at(['22:00']) });
  const other = { medicationId: RASAGILINE, name: 'Rasagiline', strength: 1, isLevodopa: false };
  await send(page, 'saveMedication', { ...plain, ...other, times: at(['08:00']) });
  for (const { medicationId, planned, at: takenAt, status } of regimen().logged) {
    const dose = { doseId: crypto.randomUUID(), medicationId, amount: 1, status };
    await send(page, 'logDose', {
      ...dose,
      takenAt: new Date(takenAt).toISOString(),
      scheduledFor: new Date(planned).toISOString(),
    });
  }
}

/** The ratings of Tremor as forms. */
export function formsEntered() {
  return formsOf().map(({ at, severity }) => {
    return { at: new Date(at).toISOString(), ratings: { Tremor: severity } };
  });
}
