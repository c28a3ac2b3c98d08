import { parse as parseDisposition } from 'content-disposition';
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '../../contract/file-formats.ts';
import { byList, CSV_KINDS } from '../../contract/kinds.ts';
import { exportType } from '../../contract/open-formats.ts';
import {
  Browser,
  freshAccount,
  freshUser,
  PERSON,
  STORED_PERSON,
  testApp,
} from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { HOSTILE_NAMES, HOSTILE_NOTES } from '../testing/random-accounts.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { exported, exportedAccount } from '../testing/transfers.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  /** A person with two forms. The first was edited a minute after it was saved. */
  async function personWithForms() {
    const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance', 'Fatigue']);
    const { browser, userId } = user;
    const [first, second] = [await savedForm(user), await savedForm(user)];
    test.now += 60_000;
    const formData = { formNumber: 1, symptom1: { severity: 5, notes: 'Worse, "much" worse' } };
    await browser.call('updateSymptoms', { userId, action: 'form', formData });
    await browser.call('updateSymptoms', { userId, action: 'past', pastSymptoms: ['Cramps'] });
    return { user, first, second };
  }

  it.each(EXPORT_FORMATS)(
    'answers with a file for %s, with its content type and no-store',
    async (format) => {
      const { user } = await personWithForms();
      const { browser, userId } = user;
      const { statusCode, headers } = await browser.call('exportData', { userId, format });
      expect(statusCode).toBe(200);
      expect(headers['content-type']).toBe(exportType(format));
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['progress-total']).toBe(
        { csv: '4', json: '6', fhir: '5' }[String(format)] ?? '0',
      );
      const { type, parameters } = parseDisposition(String(headers['content-disposition']));
      const kind = CSV_KINDS.find(({ csv }) => csv.format === format);
      const name = `Symptom Tracker${kind ? ` ${kind.csv.title}` : ''}`;
      const extension = { json: 'json', fhir: 'fhir.json' }[String(format)] ?? 'csv';
      expect([type, parameters.filename]).toEqual([
        'attachment',
        `${name} Grace Hopper 2026-11-18.${extension}`,
      ]);
    },
  );

  it('gives the file a safe name, for any name of the person', async () => {
    const names = ['../../etc/passwd', '震え 🙂', 'a\u202egpj.exe', 'CON:"*?', '🙂'.repeat(50)];
    for (const name of names) {
      const user = await freshAccount(test);
      const profile = { ...PERSON, userId: user.userId, email: user.email, firstName: name };
      await user.browser.call('createUser', { ...profile, lastName: name.slice(0, 50) });
      const query = { userId: user.userId, format: 'csv' };
      const { headers } = await user.browser.call('exportData', query);
      const { filename = '' } = parseDisposition(String(headers['content-disposition'])).parameters;
      expect(filename).toMatch(/^Symptom Tracker [^\p{Cc}\p{Cf}/\\:*?"<>|.]+ 2026-11-18\.csv$/u);
      expect(filename.isWellFormed()).toBe(true);
      expect(Buffer.byteLength(filename)).toBeLessThan(255);
    }
  });

  it('refuses an account without a profile', async () => {
    const user = await freshAccount(test);
    for (const format of EXPORT_FORMATS) {
      const query = { userId: user.userId, format };
      expectRefusal(await user.browser.call('exportData', query), 404, 'User not found');
    }
  });

  it('exports a person without forms', async () => {
    const user = await freshUser(test);
    expect(await exportedAccount(user)).toMatchObject({ forms: [], pastSymptoms: [] });
    expect(parseCsv(await exported(user, 'csv'), { bom: true })).toHaveLength(1);
    expect(parseCsv(await exported(user, 'doses'), { bom: true })).toHaveLength(1);
    expect(parseCsv(await exported(user, 'checkins'), { bom: true })).toHaveLength(1);
    expect(parseCsv(await exported(user, 'diary'), { bom: true })).toHaveLength(1);
    expect(JSON.parse(await exported(user, 'fhir')).entry).toHaveLength(1);
  });

  it('is documented with its types and errors, and has no HEAD route', async () => {
    const browser = new Browser(test);
    const response = await browser.send({ method: 'GET', url: '/api/openapi.json' });
    const { '/api/exportData': exportPath, '/api/importData': importPath } = response.json().paths;
    expect(Object.keys(exportPath)).toEqual(['get']);
    expect(exportPath.get).toMatchObject({
      operationId: 'exportData',
      security: [{ session: [] }],
      parameters: [{ name: 'userId' }, { name: 'format', schema: { enum: EXPORT_FORMATS } }],
    });
    expect(Object.keys(exportPath.get.responses[200].content)).toEqual([
      ...new Set(EXPORT_FORMATS.map(exportType)),
    ]);
    expect(Object.keys(exportPath.get.responses)).toEqual([
      '200',
      '400',
      '401',
      '404',
      '500',
      '503',
    ]);
    const refusal = importPath.post.responses[400].content['application/json'].schema;
    expect(Object.keys(refusal.properties)).toEqual(['error', 'faults']);
  });

  const { timeZone: _, yearsWithParkinsons: __, ...FACTS } = STORED_PERSON;

  describe('as JSON', () => {
    it('contains the profile, slots, past symptoms, forms and their former versions', async () => {
      const { user, first, second } = await personWithForms();
      const saved = '2026-11-18T17:0';
      expect(await exportedAccount(user)).toEqual({
        format: 'symptom-tracker',
        version: 2,
        lastFormNumber: 2,
        exportedAt: new Date(test.now).toISOString(),
        timeZone: 'America/New_York',
        profile: { email: user.email, ...FACTS, createdAt: expect.stringContaining(saved) },
        slots: ['Tremor', 'Stiffness', 'Balance', 'Fatigue'].map((name, index) => ({
          slot: index + 1,
          name,
          since: expect.stringContaining(saved),
        })),
        pastSymptoms: [{ name: 'Cramps', since: new Date(test.now).toISOString() }],
        forms: [
          {
            formNumber: 1,
            id: first.id,
            submissionId: first.id,
            loggedAt: first.date,
            enteredAt: first.enteredAt,
            timeZone: 'America/New_York',
            author: 'self',
            version: 2,
            ratings: [
              { slot: 1, name: 'Tremor', severity: 5, notes: 'Worse, "much" worse' },
              { slot: 2, name: 'Stiffness', severity: 2, notes: '' },
            ],
            formerVersions: [
              {
                version: 1,
                replacedAt: new Date(test.now).toISOString(),
                loggedAt: first.date,
                ratings: [
                  { slot: 1, name: 'Tremor', severity: 4, notes: 'After coffee' },
                  { slot: 2, name: 'Stiffness', severity: 2, notes: '' },
                ],
              },
            ],
          },
          expect.objectContaining({ formNumber: 2, id: second.id, formerVersions: [] }),
        ],
        ...byList(() => []),
        access: {
          waysIn: [{ kind: 'password', email: '', since: null }],
          ...{ helpers: [], invitations: [], links: [], consents: [] },
        },
        activity: expect.arrayContaining([
          expect.objectContaining({ kind: 'exported', detail: 'json', actor: 'self' }),
        ]),
      });
    });

    it('has each form on its own line', async () => {
      const { user } = await personWithForms();
      const lines = (await exported(user, 'json')).trimEnd().split('\n');
      // The activity has a line for each of its entries too.
      expect(lines.filter((line) => line.startsWith('{"formNumber"'))).toHaveLength(2);
      expect(JSON.parse(String(lines[2]))).toMatchObject({ formNumber: 2 });
    });
  });

  describe('as CSV', () => {
    it('has a header row, and a row for each rating', async () => {
      const { user, first } = await personWithForms();
      const text = await exported(user, 'csv');
      expect(text.startsWith('\ufeffForm #,Date,Time,')).toBe(true);
      expect(text.endsWith('\r\n')).toBe(true);
      const rows: Record<string, string>[] = parseCsv(text, { bom: true, columns: true });
      expect(rows).toHaveLength(4);
      expect(rows[0]).toEqual({
        'Form #': '1',
        Date: '2026-11-18',
        Time: expect.stringMatching(/^12:\d\d$/),
        'Time zone': 'America/New_York',
        Symptom: 'Tremor',
        Severity: '5',
        Note: 'Worse, "much" worse',
        Slot: '1',
        'Logged at (UTC)': first.date,
        'Entered at (UTC)': first.enteredAt,
        Version: '2',
        'Edited at (UTC)': new Date(test.now).toISOString(),
        'Form id': first.id,
        'Submission id': first.id,
        'Entered by': 'self',
      });
    });

    it('starts no cell like a formula, even with hostile names and notes', async () => {
      const user = await freshUser(test, ['=1+1', '@SUM(A1)', '-2']);
      for (let at = 0; at < HOSTILE_NOTES.length; at += 3) {
        const entries = ['=1+1', '@SUM(A1)', '-2'].flatMap((name, index) => {
          const notes = HOSTILE_NOTES[at + index];
          return notes === undefined
            ? []
            : [[`symptom${index + 1}`, { name, severity: 1, notes }] as const];
        });
        await savedForm(user, Object.fromEntries(entries));
      }
      const rows: string[][] = parseCsv(await exported(user, 'csv'), { bom: true });
      expect(rows).toHaveLength(1 + HOSTILE_NOTES.length);
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝]|^[\t\r\n]/);
    });

    it('keeps every hostile name unchanged in JSON and FHIR', async () => {
      for (const name of HOSTILE_NAMES) {
        const user = await freshUser(test, [name]);
        await savedForm(user, { symptom1: { name, severity: 2, notes: name } });
        const { slots, forms } = await exportedAccount(user);
        expect([slots[0]?.name, forms[0]?.ratings[0]?.notes]).toEqual([name, name]);
        expect(JSON.parse(await exported(user, 'fhir')).entry[1].resource.code.text).toBe(name);
      }
    });
  });
});
