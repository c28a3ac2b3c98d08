import { expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { savedCheckIn } from '../testing/check-ins.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { loggedDose, savedMedication } from '../testing/medication.ts';
import { readPdf } from '../testing/pdf-reader.ts';
import { savedVisit } from '../testing/visits.ts';

/** The pages of the report that show the same as the page for a visit. */
onEveryDatabase((place) => {
  const test = testApp(place);

  async function pagesOf(
    { browser, userId, email }: TestUser,
    choice: { readonly extent?: 'summary' } = {},
  ): Promise<string[]> {
    const from = '2026-11-01T05:00:00Z';
    const input = { userId, email, method: 'simple', from, ...choice };
    const { base64Data } = (await browser.call('sendExportEmail', input)).json();
    const { pages } = await readPdf(Buffer.from(base64Data, 'base64'));
    return pages.map((page) => page.replaceAll(/\s+/g, ' '));
  }

  /** A user with six ratings after doses, two whole days of the diary, check-ins and a visit ahead. */
  async function userWithEverything(): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor']);
    const { browser, userId } = user;
    const { medicationId } = await savedMedication(user, {
      times: [{ time: '08:00', amount: 1 }],
      from: '2026-11-10',
    });
    for (const day of ['11', '12', '13', '14', '15', '16', '17']) {
      const scheduledFor = `2026-11-${day}T13:00:00Z`;
      await loggedDose(user, { medicationId, takenAt: `2026-11-${day}T13:12:00Z`, scheduledFor });
      const formData = { symptom1: { name: 'Tremor', severity: 2 } };
      const loggedAt = `2026-11-${day}T13:30:00Z`;
      await browser.call('saveSymptomForm', { userId, formData, loggedAt });
      await savedCheckIn(user, { day: `2026-11-${day}`, sleepHours: 6.5 });
    }
    for (const day of ['14', '15']) {
      const entries = Array.from({ length: 48 }, (_, half) => {
        const slot = new Date(Date.parse(`2026-11-${day}T05:00:00Z`) + half * 1_800_000);
        const state = half < 16 ? 'asleep' : half < 21 ? 'off' : 'on';
        return { slot: slot.toISOString(), state, enteredAt: '2026-11-18T16:00:00Z' };
      });
      await browser.call('saveDiary', { userId, entries });
    }
    await savedVisit(user);
    return user;
  }

  it('are the first two, with every part in the order of the screen', async () => {
    const [first = '', second = '', third = ''] = await pagesOf(await userWithEverything());
    const both = `${first} ${second}`;
    const parts = [
      'Symptom Report',
      'Diagnosed 2020 · Nov 1 to Nov 18, 2026 · own 1–5 scale, not MDS-UPDRS · times: New York',
      'To talk about on Dec 3',
      '1. Freezing in doorways',
      '2. Sleep',
      'The last 18 days',
      'In this app since Nov 10: Levodopa/carbidopa 100 mg, once a day.',
      'There are too few ratings to compare.',
      'Levodopa/carbidopa 100 mg 1 at 8 AM 7 of 9 12 min (12 to 12)',
      'Motor diary',
      '2.5 h off a day, mean of 2 complete days · 0.0 h troublesome dyskinesia, of 2 complete days',
      'On 13.5 h, asleep 8.0 h a day.',
      '2 of 2 days are complete.',
      'Sat, Nov 14 (48 of 48)',
      'After a levodopa dose',
      'By time of day, and over time',
      'Tremor 2.0 (7) no ratings no ratings 2.0 (7) 2 to 2 no ratings –',
      'Sleep, exercise and mood',
      'Nov 12 to Nov 18 6.5 (6) 0 (6) 4.0 (6)',
      'Entries by Grace Hopper: 117.',
      '7 forms on 7 of 18 days (0.4 forms a day).',
      "'Before' is the mean of the preceding 18 days (October 14, 2026 to November 1, 2026). 'Change' is the mean minus Before.",
      'Created Nov 18, 2026, 12:00 PM.',
    ];
    let from = 0;
    for (const part of parts) {
      expect(both.slice(from), part).toContain(part);
      from = both.indexOf(part, from) + part.length;
    }
    expect(third).toContain('Average Symptom Severity Over Time');
  });

  it('are in place of the facts, the figures and the changes, which would say the same', async () => {
    const all = (await pagesOf(await userWithEverything())).join(' ');
    for (const repeated of ['Personal 1-5 scale', 'What changed most', "Years with Parkinson's:"]) {
      expect(all).not.toContain(repeated);
    }
  });

  it('are all that a summary has', async () => {
    const user = await userWithEverything();
    const whole = await pagesOf(user);
    const summary = await pagesOf(user, { extent: 'summary' });
    expect(whole.join(' ')).toContain('All forms');
    expect(summary).toHaveLength(2);
    expect(summary.join(' ')).not.toContain('All forms');
    expect(summary[1]).toContain('Notes and single forms are in the report with all entries.');
  });

  it('leave out the kinds of entries that a person does not have', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    const [first = ''] = await pagesOf(user);
    expect(first).toContain('By time of day, and over time');
    for (const part of ['Doses', 'Motor diary', 'After a levodopa dose', 'Sleep, exercise']) {
      expect(first).not.toContain(part);
    }
  });

  it('are absent without any entries', async () => {
    const [first = ''] = await pagesOf(await freshUser(test, ['Tremor']));
    expect(first).toContain('Personal 1-5 scale, not MDS-UPDRS.');
  });
});
