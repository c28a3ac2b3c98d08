import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PlainSection } from '../../domain/plain-section.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { caregiverOf } from '../testing/caregivers.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedDiary } from '../testing/diary.ts';
import { loggedDose, savedMedication } from '../testing/medication.ts';
import { readPdf } from '../testing/pdf-reader.ts';
import { madeShare, NO_NOTES, NOTHING_MORE, reading } from '../testing/sharing.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function fell({ browser, userId }: TestUser, fellAt: string, other: object = {}) {
    const values = { fallId: randomUUID(), fellAt, reached: 'floor', ...other };
    const answer = await browser.call('saveFall', { userId, ...values });
    expect(answer.statusCode).toBe(200);
  }

  /** Levodopa at 8 AM since November 10, taken at 8:12 on the 16th and 17th; falls on the 15th to the 17th. */
  async function userWhoFell(): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor']);
    const { medicationId } = await savedMedication(user, {
      times: [{ time: '08:00', amount: 1 }],
      from: '2026-11-10',
    });
    for (const day of ['16', '17']) {
      const scheduledFor = `2026-11-${day}T13:00:00Z`;
      await loggedDose(user, { medicationId, takenAt: `2026-11-${day}T13:12:00Z`, scheduledFor });
    }
    await savedDiary(user, { '2026-11-17T15:00:00.000Z': 'off' });
    // 9 AM, an hour after a planned dose that was not logged.
    await fell(user, '2026-11-15T14:00:00Z', { reached: 'nearly' });
    // 10:20 AM, two hours and eight minutes after a dose.
    await fell(user, '2026-11-17T15:20:00Z', { hurt: true, notes: 'In the doorway' });
    // 11 PM on the 16th, which is the 17th in UTC.
    await fell(user, '2026-11-17T04:00:00Z');
    return user;
  }

  async function fallsIn({ browser, userId }: TestUser, wanted: object = {}) {
    const summary = (await browser.call('getVisitSummary', { userId, ...wanted })).json();
    return (summary.sections as PlainSection[]).find(({ name }) => name === 'falls');
  }

  /** The rows of the counts, or of each fall. */
  const rowsOf = (section: PlainSection | undefined, table: 'counts' | 'each' = 'counts') =>
    (section?.numbers ?? [])
      .slice(...(table === 'counts' ? [0, 1] : [1]))
      .flatMap((block) => (block.type === 'table' ? block.rows : []));

  it('counts falls by time of day, time since levodopa and state of the diary', async () => {
    const user = await userWhoFell();
    const section = await fallsIn(user);
    expect(section?.blocks[0]).toEqual({
      type: 'figures',
      figures: [
        { value: '2', of: 'falls, on 2 days' },
        { value: '1', of: 'hurt in a fall' },
        { value: '1', of: 'nearly fell, on 1 day' },
      ],
    });
    expect(rowsOf(section)).toEqual([
      ['Morning', '1', '1'],
      ['Evening', '1', '0'],
      ['2–3 h after levodopa', '1', '0'],
      ['No levodopa in the 8 hours before', '1', '0'],
      ['A planned levodopa dose was not logged', '0', '1'],
      ['Diary: Off', '1', '0'],
      ['All', '2', '1'],
    ]);
    expect(rowsOf(section, 'each').map((row) => row[3])).toEqual([
      '2 h 8 min after levodopa',
      'no levodopa in the 8 hours before',
      'a planned levodopa dose was not logged',
    ]);
    // Notes are not in it, so that helpers without the right to notes may see it.
    expect(JSON.stringify(section)).not.toContain('doorway');
  });

  it('counts a fall on the day of its own zone, and not outside the period', async () => {
    const user = await userWhoFell();
    expect(rowsOf(await fallsIn(user, { from: '2026-11-17' })).at(-1)).toEqual(['All', '1', '0']);
    const of16 = { from: '2026-11-16', to: '2026-11-16' };
    expect(rowsOf(await fallsIn(user, of16)).at(-1)).toEqual(['All', '1', '0']);
    expect(await fallsIn(user, { from: '2026-11-18' })).toBeUndefined();
  });

  it('says who entered them, and is for helpers too', async () => {
    const user = await userWhoFell();
    const helper = await caregiverOf(test, user, { may: 'log' });
    const as = { ...helper, userId: user.userId };
    await fell(as, '2026-11-18T13:00:00Z');
    expect(rowsOf(await fallsIn(as)).at(-1)).toEqual(['All', '3', '1']);
    const { browser, userId } = user;
    const { authors } = (await browser.call('getVisitSummary', { userId })).json();
    expect(authors).toMatchObject([{ author: 'self', entries: 6 }, { entries: 1 }]);
  });

  it('is in a link only if the person chose it, with doses and diary only if they are in it too', async () => {
    const user = await userWhoFell();
    const shared = async (scope: object, other: object = {}) => {
      const share = await madeShare(test, user, { scope, ...other });
      const reader = await reading(test, share);
      const { shareId } = share;
      const { visit } = (await reader.call('getSharedVisit', { shareId })).json();
      const pdf = await reader.call('getSharedReport', { shareId, paper: 'A4' });
      const { pages } = await readPdf(pdf.rawPayload);
      const text = pages.join(' ').replaceAll(/\s+/g, ' ');
      return { section: visit.sections[0] as PlainSection | undefined, text };
    };
    // The scope of earlier callers, who do not know falls.
    expect((await shared(NO_NOTES)).section).toBeUndefined();
    const alone = await shared({ ...NOTHING_MORE, falls: true });
    expect(alone.text).toContain('2 falls, on 2 days');
    expect(JSON.stringify(alone.section)).not.toMatch(/[Aa]fter levodopa|Off/);
    expect(alone.text).not.toMatch(/After levodopa|Diary:/);
    const whole = await shared({ ...NO_NOTES, falls: true });
    expect(whole.text).toMatch(/After levodopa: 1\sat 2–3 h.* Diary: 1\sin Off\./);
    // From the 17th on: the dose at 8:12 AM is more than eight hours after the first day's beginning.
    const { section } = await shared({ ...NO_NOTES, falls: true }, { from: '2026-11-17' });
    expect(rowsOf(section).map(([name]) => name)).toContain('2–3 h after levodopa');
    const early = await freshUser(test, ['Tremor']);
    await loggedDose(early, { takenAt: '2026-11-17T04:00:00Z' });
    await fell(early, '2026-11-17T06:00:00Z');
    const link = await madeShare(test, early, {
      scope: { ...NO_NOTES, falls: true },
      from: '2026-11-17',
    });
    const reader = await reading(test, link);
    const answer = await reader.call('getSharedVisit', { shareId: link.shareId });
    const [hidden] = answer.json().visit.sections as PlainSection[];
    expect(rowsOf(hidden).map(([name]) => name)).toContain('In the first 8 hours of the period');
  });

  it('is in the report', async () => {
    const user = await userWhoFell();
    const { browser, userId, email } = user;
    const input = { userId, email, method: 'simple', from: '2026-11-01T05:00:00Z' };
    const { base64Data } = (await browser.call('sendExportEmail', input)).json();
    const { pages } = await readPdf(Buffer.from(base64Data, 'base64'));
    const text = pages.join(' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('2 falls, on 2 days · 1 hurt in a fall · 1 nearly fell, on 1 day');
    expect(text).not.toContain('doorway');
  });
});
