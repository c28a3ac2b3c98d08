import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { AccountFile } from '../contract/account-file.ts';
import { freshUser, type TestUser, testApp } from './testing/app.ts';
import { onEveryDatabase } from './testing/databases.ts';
import { readPdf } from './testing/pdf-reader.ts';
import { exported, imported } from './testing/transfers.ts';

/**
 * Each form keeps the time zone in which it was made: in calls, in exported files and in reports (DECISIONS 20, 26 and
 * 28).
 */
onEveryDatabase((place) => {
  const test = testApp(place);

  async function saved({ browser, userId }: TestUser, form: object) {
    const formData = { symptom1: { name: 'Tremor', severity: 3 } };
    const response = await browser.call('saveSymptomForm', { userId, formData, ...form });
    expect(response.statusCode).toBe(200);
    return response.json();
  }

  async function movedTo({ browser, userId }: TestUser, timeZone: string) {
    expect((await browser.call('updateProfile', { userId, timeZone })).statusCode).toBe(200);
  }

  it('keeps the zone of the call, or else of the profile, for good', async () => {
    const user = await freshUser(test, ['Tremor']);
    const home = await saved(user, {});
    const away = await saved(user, { timeZone: 'Asia/Tokyo' });
    expect([home.timeZone, away.timeZone]).toEqual(['America/New_York', 'Asia/Tokyo']);
    await movedTo(user, 'Europe/Berlin');
    const edit = { formNumber: 1, symptom1: { severity: 5 } };
    const { userId } = user;
    const edited = await user.browser.call('updateSymptoms', {
      ...{ userId, action: 'form', formData: edit, loggedAt: '2026-11-18T08:00:00Z' },
    });
    expect(edited.json().timeZone).toBe('America/New_York');
    const later = await saved(user, {});
    const forms = (await user.browser.call('getUserForms', { userId })).json();
    const zones = forms.map((form: { timeZone: string }) => form.timeZone);
    expect(zones.sort()).toEqual(['America/New_York', 'Asia/Tokyo', 'Europe/Berlin']);
    expect(later.timeZone).toBe('Europe/Berlin');
  });

  it('writes each zone to the JSON file, and reads it back', async () => {
    const user = await freshUser(test, ['Tremor']);
    await saved(user, { timeZone: 'Asia/Tokyo' });
    await saved(user, {});
    const json = await exported(user, 'json');
    const other = await freshUser(test);
    await movedTo(other, 'Europe/Berlin');
    await imported(other, 'json', json);
    const file: AccountFile = JSON.parse(await exported(other, 'json'));
    expect(file.timeZone).toBe('Europe/Berlin');
    expect(file.forms.map(({ timeZone }) => timeZone)).toEqual(['Asia/Tokyo', 'America/New_York']);
  });

  it('writes dates and times of the CSV file in each form’s zone, and reads the zone back', async () => {
    const user = await freshUser(test, ['Tremor']);
    await saved(user, { loggedAt: '2026-11-17T20:00:00Z', timeZone: 'Asia/Tokyo' });
    const csv = await exported(user, 'csv');
    expect(parse(csv, { bom: true, columns: true })).toMatchObject([
      { Date: '2026-11-18', Time: '05:00', 'Time zone': 'Asia/Tokyo' },
    ]);
    const other = await freshUser(test);
    await imported(other, 'csv', csv);
    expect(JSON.parse(await exported(other, 'json')).forms[0].timeZone).toBe('Asia/Tokyo');
  });

  it('reads local times of a table in the person’s zone', async () => {
    const user = await freshUser(test);
    await movedTo(user, 'Asia/Tokyo');
    await imported(user, 'legacy', 'u,2026-03-01 08:15,Tremor,3,\n');
    const [form] = JSON.parse(await exported(user, 'json')).forms;
    expect(form).toMatchObject({ loggedAt: '2026-02-28T23:15:00.000Z', timeZone: 'Asia/Tokyo' });
  });

  describe('in the report', () => {
    it('shows each form in its own zone, and names a zone that is not the present one', async () => {
      const user = await freshUser(test, ['Tremor']);
      // 5:00 in Tokyo on the 18th is the 17th in New York.
      await saved(user, { loggedAt: '2026-11-17T20:00:00Z', timeZone: 'Asia/Tokyo' });
      const { browser, userId, email } = user;
      const textOf = async (period: object) => {
        const asked = { userId, email, method: 'simple', ...period };
        const { base64Data } = (await browser.call('sendExportEmail', asked)).json();
        return (await readPdf(Buffer.from(base64Data, 'base64'))).text;
      };
      const midnight = '2026-11-18T05:00:00Z';
      const text = await textOf({ from: midnight });
      expect(text).toContain('Nov 18, 2026');
      expect(text).toContain('5:00 AM GMT+9');
      const before = await textOf({ from: '2026-11-17T05:00:00Z', to: midnight });
      expect(before).toContain('There are no forms in this period.');
    });
  });
});
