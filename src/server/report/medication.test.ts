import { expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { loggedDose, savedMedication } from '../testing/medication.ts';
import { readPdf } from '../testing/pdf-reader.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function textOf({ browser, userId, email }: TestUser): Promise<string> {
    const input = { userId, email, method: 'simple' };
    const { base64Data } = (await browser.call('sendExportEmail', input)).json();
    const { pages } = await readPdf(Buffer.from(base64Data, 'base64'));
    return pages.join(' ').replaceAll(/\s+/g, ' ');
  }

  /**
   * A form at 9 AM in New York on eight days. On five of them a dose was taken 10 minutes after its planned time of 8
   * AM, on one it was skipped; on the first two days nothing was logged.
   */
  async function userWithDoses(): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor']);
    const morning = [{ time: '08:00', amount: 1 }];
    const { medicationId } = await savedMedication(user, { times: morning, from: '2026-11-08' });
    await savedMedication(user, {
      medicationId,
      times: morning,
      from: '2026-11-17',
      strength: 200,
    });
    for (const day of ['11', '12', '13', '14', '15', '16', '17', '18']) {
      const formData = { symptom1: { name: 'Tremor', severity: 2 } };
      const loggedAt = `2026-11-${day}T14:00:00Z`;
      await user.browser.call('saveSymptomForm', { userId: user.userId, formData, loggedAt });
      if (day < '13') continue;
      await loggedDose(user, {
        medicationId,
        takenAt: `2026-11-${day}T13:10:00Z`,
        scheduledFor: `2026-11-${day}T13:00:00Z`,
        status: day === '18' ? 'skipped' : 'taken',
      });
    }
    return user;
  }

  it('has a page with the medications, their changes, and how doses were logged', async () => {
    const text = await textOf(await userWithDoses());
    expect(text).toContain(
      'Levodopa/carbidopa 100 mg: 1 tablet at 8:00 AM Nov 8, 2026 Nov 16, 2026 Levodopa/carbidopa 200 mg: 1 tablet at 8:00 AM Nov 17, 2026 –',
    );
    expect(text).toContain('It is not checked against any limit.');
    // The legend of the trend chart, in which a vertical line marks the change on November 17.
    expect(text).toContain('Tremor Doses changed');
    // The columns: planned, taken, skipped, not logged, doses a day, minutes from plan.
    expect(text).toContain('Levodopa/carbidopa 8 5 1 2 0.6 10 (10 to 10)');
  });

  it('has the severity by the hours since a dose, and counts the ratings without such an hour', async () => {
    const text = await textOf(await userWithDoses());
    expect(text).toContain('Tremor, severity after a dose of levodopa');
    expect(text).toContain('Tremor, 8 days: median 2 in the first hour after a dose (5 ratings).');
    expect(text).toContain('1–2 hours: too few (0 ratings, 5 needed).');
    expect(text).toContain('No dose within 8 hours: 1. A planned dose was not logged: 2.');
  });

  it('has no such page for a person without medication', async () => {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user);
    expect(await textOf(user)).not.toContain('Medication');
  });
});
