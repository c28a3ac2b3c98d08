import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CallName } from '../../contract/calls.ts';
import type { CheckIn, Dose, Medication } from '../../contract/entities.ts';
import { hasAnswer } from '../../domain/check-in.ts';
import { dayDoses, dayDosesText } from '../../domain/day-doses.ts';
import { someAnswers } from '../../domain/testing/check-ins.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onSqlite } from '../testing/databases.ts';
import { ENTRIES, formsOf } from '../testing/entries.ts';
import { LEVODOPA } from '../testing/medication.ts';
import type { Fault } from '../testing/sheets/server.ts';
import { mirror, spreadsheetOf, standInForSheets } from '../testing/spreadsheets.ts';

const HOUR = 3_600_000;
/** Noon of 13 November in UTC, and the number of hours from then to the start of the tests' clock. */
const FIRST = Date.parse('2026-11-13T12:00:00Z');
const HOURS = 125;
/** The longest back-off after failures. */
const LONGEST_PAUSE_MS = 960_000;
const ZONES = ['America/New_York', 'Asia/Tokyo', 'Pacific/Honolulu', 'Pacific/Kiritimati'];

const isoAt = (hour: number) => new Date(FIRST + hour * HOUR).toISOString();
const hour = fc.integer({ min: 0, max: HOURS }).map(isoAt);
const which = fc.nat({ max: 5 });
const from = fc.integer({ min: 12, max: 19 }).map((day) => `2026-11-${day}`);
const DAYS = { from: '2026-11-12', to: '2026-11-18' };
const day = fc.integer({ min: 12, max: 18 }).map((each) => `2026-11-${each}`);

/** An action of a person, or a run of the mirror. `which` chooses among the entries that exist. */
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('saveForm'),
      at: hour,
      timeZone: fc.constantFrom(...ZONES),
    }),
  },
  fc.record({ act: fc.constant('deleteForm'), which }),
  fc.record({ act: fc.constant('restoreForm'), which }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant('moveForm'), which, at: hour }) },
  fc.record({
    act: fc.constant('saveMedication'),
    which,
    from,
    times: fc.uniqueArray(fc.nat({ max: 23 }), { maxLength: 3 }),
  }),
  fc.record({ act: fc.constant('deleteMedication'), which }),
  { weight: 3, arbitrary: fc.record({ act: fc.constant('logDose'), which, at: hour }) },
  fc.record({ act: fc.constant('moveDose'), which, at: fc.option(hour) }),
  fc.record({ act: fc.constant('deleteDose'), which }),
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('saveCheckIn'),
      day,
      answers: someAnswers.filter(hasAnswer),
    }),
  },
  fc.record({ act: fc.constant('editCheckIn'), day, answers: someAnswers }),
  fc.record({ act: fc.constantFrom('deleteCheckIn', 'restoreCheckIn'), day }),
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('mirror'),
      fault: fc.constantFrom<Fault | undefined>(
        undefined,
        { kind: 500 },
        { kind: 'cut', after: true },
      ),
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;

onSqlite((place) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  it('after any actions, only the row of the first form of each day has the day’s doses and answers', async () => {
    const property = fc.asyncProperty(
      fc.array(action, { minLength: 5, maxLength: 25 }),
      async (actions) => {
        const user = await freshUser(test, ['Tremor', 'Stiffness']);
        await google.turnOn(user);
        await mirror(test);
        const entered = new Entered(user);
        for (const each of actions) {
          if ('fault' in each) {
            google.sheets.faults.push(undefined, each.fault);
            await mirror(test);
            google.sheets.faults.length = 0;
            test.now += LONGEST_PAUSE_MS;
          } else {
            await entered.happen(each);
          }
        }
        for (let batch = 0; batch < 2; batch += 1) await mirror(test);
        expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
        const rows = google.rowsOf(user);
        const cells = Array.from({ length: entered.forms }, (_, index) =>
          [3, 4, 5, 6].map((column) => rows[index]?.[column] ?? ''),
        );
        expect(cells).toEqual(await expectedOf(user, entered.forms));
        const book = google.bookOf(user);
        const hasSheet = book?.sheets.some(({ title }) => title === 'CheckIns');
        const checkIns = hasSheet ? google.sheets.valuesOf(book, 'CheckIns').slice(1) : [];
        const days = checkIns.map((row) => row.slice(0, 6)).filter(([first = '']) => first !== '');
        expect(days.sort()).toEqual((await checkInsOf(user)).map(cellsOf).sort());
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });
});

/** Makes the calls of the actions, on entries that earlier actions have created. */
class Entered {
  readonly #user: TestUser;
  readonly #medications: { medicationId: string; from: string }[] = [];
  readonly #doses: string[] = [];
  forms = 0;

  constructor(user: TestUser) {
    this.#user = user;
  }

  async happen(given: Exclude<Action, { act: 'mirror' }>): Promise<void> {
    const among = 'which' in given ? given.which : 0;
    const formNumber = this.forms && (among % this.forms) + 1;
    const medication = this.#medications[among % this.#medications.length];
    const doseId = this.#doses[among % this.#doses.length];
    const { act } = given;
    if (act === 'saveForm' && 'timeZone' in given) {
      const { at: loggedAt, timeZone } = given;
      await this.#call('saveSymptomForm', { formData: ENTRIES, loggedAt, timeZone });
      this.forms += 1;
    } else if ((act === 'deleteForm' || act === 'restoreForm') && formNumber) {
      await this.#call(act, { formNumber });
    } else if (act === 'moveForm' && formNumber && 'at' in given) {
      const formData = { formNumber, symptom1: { name: 'Tremor', severity: 1 } };
      await this.#call('updateSymptoms', { action: 'form', formData, loggedAt: given.at });
    } else if (act === 'saveMedication' && 'times' in given) {
      // About half of the saves make a later version of the first medication.
      const medicationId = (among % 2 && this.#medications[0]?.medicationId) || randomUUID();
      const times = given.times.map((each) => {
        return { time: `${String(each).padStart(2, '0')}:00`, amount: 1 };
      });
      const version = { ...LEVODOPA, medicationId, times, from: given.from };
      await this.#call('saveMedication', version);
      this.#medications.push({ medicationId, from: given.from });
    } else if (act === 'deleteMedication' && medication) {
      await this.#call(act, medication);
    } else if (act === 'logDose' && medication && 'at' in given) {
      const id = randomUUID();
      const dose = { amount: 1, takenAt: given.at, scheduledFor: given.at, status: 'taken' };
      await this.#call(act, { doseId: id, medicationId: medication.medicationId, ...dose });
      this.#doses.push(id);
    } else if (act === 'moveDose' && doseId && 'at' in given) {
      await this.#call('updateDose', { doseId, scheduledFor: given.at });
    } else if (act === 'deleteDose' && doseId) {
      await this.#call(act, { doseId });
    } else if (act === 'saveCheckIn' && 'answers' in given) {
      await this.#call(act, { day: given.day, ...given.answers });
    } else if (act === 'editCheckIn' && 'answers' in given) {
      const stored = (await checkInsOf(this.#user)).find((each) => each.day === given.day);
      // The server refuses an edit that leaves no question answered.
      const edit = { day: given.day, ...given.answers, version: stored?.version ?? 1 };
      await this.#call('saveCheckIn', edit, [200, 400, 404]);
    } else if ((act === 'deleteCheckIn' || act === 'restoreCheckIn') && 'day' in given) {
      await this.#call(act, { day: given.day });
    }
  }

  /** The server refuses some changes, such as the edit of a deleted entry. Then nothing changes. */
  async #call(name: CallName, input: object, expected = [200, 404, 409]): Promise<void> {
    const { browser, userId } = this.#user;
    const { statusCode } = await browser.call(name, { userId, ...input });
    expect(expected).toContain(statusCode);
  }
}

async function checkInsOf({ browser, userId }: TestUser): Promise<CheckIn[]> {
  return (await browser.call('getCheckIns', { userId, ...DAYS })).json();
}

/** The cells of a check-in's row: the day, the answers and the note; '' for an unanswered question. */
function cellsOf({ day: ofDay, medication, exerciseMinutes, sleepHours, mood, notes }: CheckIn) {
  return [...[ofDay, medication ?? '', exerciseMinutes ?? '', sleepHours ?? '', mood ?? '', notes]];
}

/** The expected cells for a day in each row, computed from what the server's calls return. */
async function expectedOf(user: TestUser, count: number): Promise<(string | number)[][]> {
  const { browser, userId } = user;
  const forms = (await formsOf(user)).sort((a, b) =>
    a.date === b.date ? a.formNumber - b.formNumber : a.date < b.date ? -1 : 1,
  );
  const firsts = new Map<string, (typeof forms)[number]>();
  for (const form of forms) {
    const ofDay = Temporal.Instant.from(form.date).toZonedDateTimeISO(form.timeZone).toPlainDate();
    if (!firsts.has(ofDay.toString())) firsts.set(ofDay.toString(), form);
  }
  const versions: Medication[] = (await browser.call('getMedications', { userId })).json();
  const logged: Dose[] = (await browser.call('getDoses', { userId })).json();
  const doses = logged.map((dose) => {
    return {
      ...dose,
      scheduledFor: dose.scheduledFor === null ? null : Date.parse(dose.scheduledFor),
    };
  });
  const checkIns = new Map((await checkInsOf(user)).map((each) => [each.day, cellsOf(each)]));
  const rows = Array<(string | number)[]>(count).fill(['', '', '', '']);
  for (const [ofDay, { formNumber, timeZone }] of firsts) {
    const zoneOn = (each: string) => firsts.get(each)?.timeZone ?? timeZone;
    const logged = dayDosesText(dayDoses(versions, doses, ofDay, zoneOn)) ?? '';
    const [, answer = '', ...others] = checkIns.get(ofDay) ?? ['', '', '', '', ''];
    rows[formNumber - 1] = [answer || logged, ...others.slice(0, 3)];
  }
  return rows;
}
