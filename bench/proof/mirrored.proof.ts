import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Form } from '../../src/contract/entities.ts';
import type { Spreadsheet } from '../../src/contract/spreadsheets.ts';
import { isoIn } from '../../src/domain/zone.ts';
import { freshUser, testApp } from '../../src/server/testing/app.ts';
import { onEveryDatabase } from '../../src/server/testing/databases.ts';
import { eventually } from '../../src/server/testing/eventually.ts';
import {
  callOver,
  type ServerProcess,
  spawnHurried,
  stopServerProcess,
} from '../../src/server/testing/process.ts';
import type { Fault } from '../../src/server/testing/sheets/server.ts';
import { spreadsheetOf, standInForSheets } from '../../src/server/testing/spreadsheets.ts';
import { tell } from './figures.ts';

const FORMS = 200;
/**
 * How far the clock of each process is ahead of the previous process's clock (ms). It is longer than any lease or
 * back-off.
 */
const AHEAD_MS = 3_600_000;
const SPEED = 60;

/**
 * The faults of Google before each kill. If `ends` is true, the faults turn the mirror off, and the person turns
 * it on again. Then Google hangs before or after it has carried out a request, and the process is killed.
 */
const TROUBLES: readonly { readonly faults: Fault[]; readonly ends?: true }[] = [
  { faults: [] },
  { faults: [{ kind: 500 }] },
  { faults: [{ kind: 429, retryAfter: '30' }] },
  { faults: [{ kind: 401 }] },
  { faults: [{ kind: 403 }], ends: true },
  { faults: [{ kind: 500, after: true }, { kind: 503 }] },
  { faults: [{ kind: 404 }], ends: true },
  { faults: [{ kind: 'cut' }] },
  { faults: [{ kind: 'cut', after: true }] },
  { faults: [{ kind: 401 }, { kind: 401 }], ends: true },
];

/** Notes that a spreadsheet might convert, such as formulas and numbers, and notes with several lines. */
const NOTES = ['=1+1', 'two\nlines', '😀', '', 'No. 5', "+1'"];

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  it(`${FORMS} forms become ${FORMS} correct rows while Google fails and the server is killed`, async (context) => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    const { userId } = user;
    const subject = await google.turnOn(user);
    const { cookie = '' } = user.browser;
    const submissions = Array.from({ length: FORMS }, (_, index) => ({
      userId,
      submissionId: randomUUID(),
      formData: {
        symptom1: { name: 'Tremor', severity: (index % 5) + 1, notes: NOTES[index % 6] ?? '' },
        symptom2: { name: 'Stiffness', severity: 2, notes: '' },
      },
    }));
    const saved = new Map<number, Form>();

    const start = async (round: number) => {
      const server = await spawnHurried(place(), settings, round * AHEAD_MS, SPEED);
      await server.ready;
      return server;
    };

    const becomes = (state: Spreadsheet['state']) =>
      eventually(async () => expect((await spreadsheetOf(user)).state).toBe(state));

    /** Sends the first `until` forms, except those already answered, as a phone retries after a restart. */
    async function save(server: ServerProcess, until: number): Promise<void> {
      const todo = [...submissions.keys()].filter((index) => index < until && !saved.has(index));
      await Promise.all(
        todo.map(async (index) => {
          const input = { ...submissions[index] };
          const answer = await callOver(server, 'saveSymptomForm', input, cookie);
          expect(answer.status).toBe(200);
          saved.set(index, JSON.parse(answer.text));
        }),
      );
    }

    for (const [kill, { faults, ends }] of TROUBLES.entries()) {
      const server = await start(kill);
      // The mirror must have reached its spreadsheet. Otherwise it answers a 403 or 404 by creating another
      // one instead of turning itself off.
      if (ends) await becomes('current');
      google.sheets.faults.push(...faults);
      const saving = save(server, ((kill + 1) * FORMS) / (TROUBLES.length + 1)).catch(() => {});
      if (kill % 3 > 0) await saving;
      await eventually(() => expect(google.sheets.faults).toEqual([]));
      if (ends) {
        await becomes('off');
        await google.turnOn(user, subject);
      }
      google.sheets.always = { kind: 'hang', after: kill % 2 === 1 };
      const hung = google.sheets.nextFault();
      const last = { ...submissions[FORMS - 1 - kill] };
      const another = callOver(server, 'saveSymptomForm', last, cookie).catch(() => {});
      await hung;
      server.child.kill('SIGKILL');
      await Promise.all([server.ended, saving, another]);
      google.sheets.always = undefined;
    }

    const server = await start(TROUBLES.length);
    await save(server, FORMS);
    await becomes('current');
    await stopServerProcess(server);

    const forms = [...saved.values()].sort((one, other) => one.formNumber - other.formNumber);
    expect(forms.map(({ formNumber }) => formNumber)).toEqual(forms.map((_, index) => index + 1));
    expect(forms.length).toBe(FORMS);
    const rows = forms.map(({ date, symptomData: { symptom1, symptom2 } }) => [
      ...[userId, isoIn(Date.parse(date), test.context.config.timeZone)],
      ((symptom1?.severity ?? 0) + (symptom2?.severity ?? 0)) / 2,
      ...['', '', '', ''],
      `Tremor: ${symptom1?.severity}${symptom1?.notes && ` - ${symptom1.notes}`}\nStiffness: 2`,
    ]);
    expect(google.rowsOf(user)).toEqual(rows);
    const { engine } = place();
    tell(
      context,
      `${engine}: ${TROUBLES.length} kills, ${FORMS} forms became ${FORMS} correct rows`,
    );
  });
});
