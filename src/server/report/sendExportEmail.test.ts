import { describe, expect, it } from 'vitest';
import type { Form } from '../../contract/entities.ts';
import { freshAccount, freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { formsOf, savedForm } from '../testing/entries.ts';
import { readPdf } from '../testing/pdf-reader.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { imported } from '../testing/transfers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

onEveryDatabase((place) => {
  const test = testApp(place);

  async function ask({ browser, userId, email }: TestUser, input: object = {}) {
    return await browser.call('sendExportEmail', { userId, email, method: 'simple', ...input });
  }

  async function pdfOf(user: TestUser, input: object = {}) {
    const answer = (await ask(user, input)).json();
    expect(answer).toMatchObject({ success: true });
    return await readPdf(Buffer.from(answer.base64Data, 'base64'));
  }

  /** A person who has logged a form every five hours. The later half of the forms rate a third symptom too. */
  async function userWithForms(count: number): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
    for (let index = 0; index < count; index += 1) {
      const entry = (name: string, step: number) => ({
        name,
        severity: 1 + ((index * step + index) % 5),
        notes: index % 7 === 0 ? `${name} at ${index}` : '',
      });
      const formData = {
        symptom1: entry('Tremor', 1),
        symptom2: entry('Stiffness', 2),
        ...(index > count / 2 && { symptom3: entry('Balance', 5) }),
      };
      const loggedAt = new Date(test.now - (count - index) * 5 * HOUR_MS).toISOString();
      await user.browser.call('saveSymptomForm', { userId: user.userId, formData, loggedAt });
    }
    return user;
  }

  describe('the answer', () => {
    it('is a PDF with a name and a date in its file name', async () => {
      const user = await freshUser(test);
      const response = await ask(user);
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json()).toEqual({
        success: true,
        base64Data: expect.stringMatching(/^JVBERi[A-Za-z0-9+/]+=*$/),
        fileName: 'Symptom Report Grace Hopper 2026-11-18.pdf',
      });
    });

    it('has figures that match the forms', async () => {
      const user = await userWithForms(30);
      const forms = await formsOf(user);
      const { pages } = await pdfOf(user);
      for (const name of ['Tremor', 'Stiffness', 'Balance']) {
        const all = severitiesOf(forms, name);
        const times = [
          [0, 12],
          [12, 17],
          [17, 24],
        ].map(([from = 0, to = 0]) => {
          const during = forms.filter(({ date }) => {
            const hour = hourInNewYork(date);
            return hour >= from && hour < to;
          });
          return mean(severitiesOf(during, name));
        });
        const range = `${Math.min(...all)} to ${Math.max(...all)}`;
        const row = [name, ...times, mean(all), range, 'no ratings', '–'].join(' ');
        expect(pages.join(' ')).toContain(row);
      }
      expect(pages.join(' ')).toContain(`${forms.length} forms on`);
    });

    it('compares with the same number of days before', async () => {
      const user = await userWithForms(60);
      const from = Date.parse('2026-11-13T05:00:00Z');
      const { pages } = await pdfOf(user, { from: new Date(from).toISOString() });
      const forms = await formsOf(user);
      const between = (first: number, last: number) =>
        forms.filter(({ date }) => Date.parse(date) >= first && Date.parse(date) < last);
      const now = severitiesOf(between(from, test.now), 'Tremor');
      const before = severitiesOf(between(from - 6 * 24 * HOUR_MS, from), 'Tremor');
      const change = Number(average(now).toFixed(1)) - Number(average(before).toFixed(1));
      const sign = change === 0 ? '' : change > 0 ? '+' : '\u2212';
      const signed = `${sign}${Math.abs(change).toFixed(1)}`;
      expect(pages.join(' ')).toContain(`1 to 5 ${mean(before)} ${signed} `);
    });

    it('has only the forms of the requested period, and nothing of other accounts', async () => {
      const user = await userWithForms(10);
      const other = await freshUser(test, ['Tremor']);
      await savedForm(other, { symptom1: { name: 'Secret', severity: 5, notes: 'Not yours' } });
      const [, newest, , oldest] = await formsOf(user);
      const { text } = await pdfOf(user, { from: oldest?.date, to: newest?.date });
      expect(text).toContain('2 forms on');
      expect(text).not.toMatch(/Secret|Not yours/);
    });

    it('shows when a form was edited', async () => {
      const user = await userWithForms(1);
      const formData = { formNumber: 1, symptom1: { severity: 2, notes: 'Changed' } };
      const { browser, userId } = user;
      await browser.call('updateSymptoms', { userId, action: 'form', formData });
      const { text } = await pdfOf(user);
      expect(text).toContain('Tremor: Changed');
      expect(text).toContain('Edited Nov 18, 2026, 12:00 PM');
    });

    it('marks edited forms even if the time of the edit is unknown', async () => {
      const user = await freshUser(test);
      const csv = [
        'Form #,Symptom,Severity,Slot,Logged at (UTC),Version',
        '1,Tremor,3,1,2026-11-18T13:00:00Z,1',
        '2,Tremor,3,1,2026-11-18T14:00:00Z,2',
      ].join('\n');
      await imported(user, 'csv', csv);
      const { text } = await pdfOf(user);
      expect(text.match(/\d Nov 18, 2026 \d+:\d+ AM 3 (Edited)?/g)).toEqual([
        '2 Nov 18, 2026 9:00 AM 3 Edited',
        '1 Nov 18, 2026 8:00 AM 3 ',
      ]);
    });

    it('keeps the date when a symptom was added, if the symptom moves to another slot', async () => {
      const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance', 'Fatigue', 'Cramps']);
      test.now += 24 * HOUR_MS;
      const { browser, userId } = user;
      await browser.call('deleteSymptom', { userId, symptomNumber: 4 });
      const { text } = await pdfOf(user);
      expect(text).toContain('Cramps Added Nov 18, 2026');
      expect(text).toContain('Fatigue Past symptom since Nov 19, 2026');
      test.now -= 24 * HOUR_MS;
    });

    it('can be on A4 paper', async () => {
      const { size } = await pdfOf(await freshUser(test), { paper: 'A4' });
      expect(size).toEqual([595, 842]);
    });
  });

  describe('refuses', () => {
    it('the id or address of another account with the same error as an unknown one', async () => {
      const [user, other] = [await freshUser(test), await freshUser(test)];
      for (const input of [
        { userId: other.userId },
        { userId: 'nobody' },
        { email: other.email },
        { email: 'nobody@example.org' },
        { email: other.email, userId: other.userId },
        { email: other.email, method: 'email' },
      ]) {
        expectRefusal(await ask(user, input), 404, 'User not found');
      }
    });

    it('an account without a profile', async () => {
      expectRefusal(await ask(await freshAccount(test)), 404, 'User not found');
    });

    it.each([
      ['2026-11-10T00:00:00Z', '2026-11-09T00:00:00Z'],
      ['2027-01-01T00:00:00Z', undefined],
    ])('a period from %s to %s', async (from, to) => {
      const response = await ask(await freshUser(test), { from, to });
      expectRefusal(
        response,
        400,
        'Please check the start date. It must not be in the future, or after the end date.',
      );
    });

    it('an eleventh report in a minute', async () => {
      const user = await freshUser(test);
      for (let tried = 0; tried < 10; tried += 1) expect((await ask(user)).statusCode).toBe(200);
      expectRefusal(await ask(user), 429, 'Too many attempts. Please try again later.');
      test.now += MINUTE_MS + 1;
      expect((await ask(user)).statusCode).toBe(200);
    });
  });
});

function severitiesOf(forms: readonly Form[], name: string): number[] {
  return forms.flatMap(({ symptomData }) =>
    Object.values(symptomData)
      .filter((entry) => entry.name === name)
      .map(({ severity }) => severity),
  );
}

function average(severities: readonly number[]): number {
  return severities.reduce((sum, severity) => sum + severity, 0) / severities.length;
}

/** As the table of the page for a visit has it: '2.6 (40)'. */
function mean(severities: readonly number[]): string {
  const { length } = severities;
  return length === 0 ? 'no ratings' : `${average(severities).toFixed(1)} (${length})`;
}

function hourInNewYork(date: string): number {
  return Temporal.Instant.from(date).toZonedDateTimeISO('America/New_York').hour;
}
