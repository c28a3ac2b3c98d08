import { expect, it } from 'vitest';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { readPdf } from '../testing/pdf-reader.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function textOf(days: readonly string[], more: object = {}): Promise<string> {
    const { browser, userId, email } = await freshUser(test, ['Tremor']);
    const formData = { symptom1: { name: 'Tremor', severity: 2 } };
    const loggedAt = '2026-11-01T14:00:00Z';
    await browser.call('saveSymptomForm', { userId, formData, loggedAt });
    for (const [index, day] of days.entries()) {
      const answers = { exerciseMinutes: 30, sleepHours: 6 + index / 2, mood: 4 };
      const medication = index === 0 ? 'partly' : 'as planned';
      const saved = await browser.call('saveCheckIn', {
        userId,
        day,
        medication,
        ...answers,
        ...more,
      });
      expect(saved.statusCode).toBe(200);
    }
    const input = { userId, email, method: 'simple' };
    const { base64Data } = (await browser.call('sendExportEmail', input)).json();
    const { pages } = await readPdf(Buffer.from(base64Data, 'base64'));
    return pages.join(' ').replaceAll(/\s+/g, ' ');
  }

  it('has the check-ins by week, with the number of days; today is the last day', async () => {
    const text = await textOf([
      '2026-11-10',
      '2026-11-13',
      '2026-11-15',
      '2026-11-17',
      '2026-11-18',
    ]);
    // The last week has check-ins on four days. The week before has one check-in, which is too few for a mean.
    expect(text).toContain('Nov 11, 2026 – (1) – (1) – (1) 0, 1, 0');
    expect(text).toContain('Nov 18, 2026 120 (4) 7.3 (4) 4.0 (4) 4, 0, 0');
    expect(text).toContain('a guide from 2021 says 150 minutes a week');
  });

  it('has the days of the questions that the person added, if one was answered', async () => {
    const days = ['2026-11-13', '2026-11-15', '2026-11-17', '2026-11-18'];
    const text = await textOf(days, { bowels: true, naps: 20, dizzy: 'often' });
    expect(text).toContain('Nov 18, 2026 4 of 4 4 of 4 20 (4) 0, 4 of 4');
    expect(await textOf(days)).not.toContain('Bowel');
  });

  it('has no table of check-ins if there are none', async () => {
    expect(await textOf([])).not.toContain('Daily check-ins');
  });
});
