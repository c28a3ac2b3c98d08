import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PlainSection } from '../../domain/plain-section.ts';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { caregiverOf } from '../testing/caregivers.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { readPdf } from '../testing/pdf-reader.ts';
import { madeShare, NO_NOTES, NOTHING_MORE, reading } from '../testing/sharing.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function measured({ browser, userId }: TestUser, measuredAt: string, ...all: number[][]) {
    const positions = ['lying', 'standing1', 'standing3'];
    const entries = all.map(([systolic, diastolic, pulse = null], index) => ({
      ...{ readingId: randomUUID(), measuredAt, position: positions[index] },
      ...{ systolic, diastolic, pulse },
    }));
    const answer = await browser.call('saveBloodPressure', { userId, entries });
    expect(answer.statusCode).toBe(200);
  }

  /** Two sittings: in the morning of November 17, and at 11 PM of the 16th, which is the 17th in UTC. */
  async function userWhoMeasured(): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor']);
    await measured(user, '2026-11-17T12:00:00Z', [131, 80, 64], [107, 72], [113, 80, 78]);
    await measured(user, '2026-11-17T04:00:00Z', [120, 76]);
    return user;
  }

  async function pressureIn({ browser, userId }: TestUser, wanted: object = {}) {
    const summary = (await browser.call('getVisitSummary', { userId, ...wanted })).json();
    return (summary.sections as PlainSection[]).find(({ name }) => name === 'bloodPressure');
  }

  const rowsOf = (section: PlainSection | undefined) =>
    (section?.blocks ?? []).flatMap((block) => (block.type === 'table' ? block.rows : []));

  it('shows each sitting with the differences, and no judgement', async () => {
    const section = await pressureIn(await userWhoMeasured());
    expect(rowsOf(section)).toEqual([
      ['Nov 16, 11:00 PM', '120/76', '–', '–'],
      ['Nov 17, 7:00 AM', '131/80, pulse 64', '107/72 (−24/−8)', '113/80, pulse 78 (−18/0)'],
    ]);
    expect(JSON.stringify(section)).toContain('Measured 2 times, on 2 days.');
  });

  it('shows the sittings of the period only, and no section without any', async () => {
    const user = await userWhoMeasured();
    expect(rowsOf(await pressureIn(user, { from: '2026-11-17' }))).toHaveLength(1);
    expect(await pressureIn(user, { from: '2026-11-18' })).toBeUndefined();
  });

  it('is for helpers too, and says who entered the readings', async () => {
    const user = await userWhoMeasured();
    const helper = await caregiverOf(test, user, { may: 'log' });
    const as = { ...helper, userId: user.userId };
    await measured(as, '2026-11-18T12:00:00Z', [118, 70]);
    expect(rowsOf(await pressureIn(as))).toHaveLength(3);
    const { browser, userId } = user;
    const { authors } = (await browser.call('getVisitSummary', { userId })).json();
    expect(authors).toMatchObject([{ author: 'self', entries: 4 }, { entries: 1 }]);
  });

  it('is in a link and its report only if the person chose it', async () => {
    const user = await userWhoMeasured();
    const shared = async (scope: object) => {
      const share = await madeShare(test, user, { scope });
      const reader = await reading(test, share);
      const { shareId } = share;
      const { visit } = (await reader.call('getSharedVisit', { shareId })).json();
      const pdf = await reader.call('getSharedReport', { shareId, paper: 'A4' });
      const { pages } = await readPdf(pdf.rawPayload);
      return { sections: visit.sections, text: pages.join(' ').replaceAll(/\s+/g, ' ') };
    };
    // The scope of earlier callers, who do not know it.
    const without = await shared(NO_NOTES);
    expect(without.sections).toEqual([]);
    expect(without.text).not.toContain('Blood pressure');
    const chosen = await shared({ ...NOTHING_MORE, bloodPressure: true });
    expect(chosen.sections).toMatchObject([{ name: 'bloodPressure' }]);
    expect(chosen.text).toContain('(−24/−8)');
  });

  it('is in the report', async () => {
    const user = await userWhoMeasured();
    const { browser, userId, email } = user;
    const input = { userId, email, method: 'simple', from: '2026-11-01T05:00:00Z' };
    const { base64Data } = (await browser.call('sendExportEmail', input)).json();
    const { pages } = await readPdf(Buffer.from(base64Data, 'base64'));
    const text = pages.join(' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('131/80, pulse 64');
    expect(text).toContain('(−24/−8)');
  });
});
