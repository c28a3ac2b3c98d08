import { describe, expect, it } from 'vitest';
import type { AccountFile } from '../../contract/account-file.ts';
import { MAX_FORMS_IN_FILE } from '../../contract/open-formats.ts';
import { faultTexts, READING_OPTIONS, readingOf } from '../testing/reading.ts';
import { MAX_JSON_VALUES, readJson } from './read-json.ts';

const SINCE = '2024-01-01T00:00:00.000Z';

function form(formNumber: number): AccountFile['forms'][number] {
  return {
    formNumber,
    id: crypto.randomUUID(),
    submissionId: null,
    loggedAt: '2024-03-01T13:15:00.000Z',
    enteredAt: '2024-03-01T13:16:00.000Z',
    timeZone: 'America/New_York',
    author: 'self',
    version: 2,
    ratings: [
      { slot: 1, name: 'Tremor', severity: 3, notes: '' },
      { slot: 2, name: 'Balance', severity: 2, notes: '' },
    ],
    formerVersions: [
      {
        version: 1,
        replacedAt: '2024-03-01T14:00:00.000Z',
        ratings: [{ slot: 1, name: 'Tremor', severity: 1, notes: '' }],
      },
    ],
  };
}

function file(): AccountFile {
  return {
    format: 'symptom-tracker',
    version: 2,
    exportedAt: '2026-11-18T16:00:00.000Z',
    timeZone: 'America/New_York',
    profile: {
      email: 'grace@example.org',
      firstName: 'Grace',
      lastName: '',
      birthday: '',
      biologicalSex: '',
      createdAt: SINCE,
    },
    slots: [
      { slot: 1, name: 'Tremor', since: SINCE },
      { slot: 2, name: 'No Symptom entered', since: SINCE },
      { slot: 3, name: '', since: SINCE },
    ],
    pastSymptoms: [{ name: 'Balance', since: SINCE }],
    forms: [form(1), form(2)],
  };
}

async function faultsOf(content: string) {
  return faultTexts(await readJson(content, READING_OPTIONS));
}

/** A valid file, with the object at a path changed. */
function changed(path: readonly (string | number)[], change: object): string {
  const whole = file();
  const at = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], whole);
  Object.assign(at as object, change);
  return JSON.stringify(whole);
}

describe('the JSON file of an account', () => {
  it('may have a byte order mark, indentation and unknown fields', async () => {
    const whole = { ...file(), more: { than: 'we know' } };
    const outcome = await readJson(`\ufeff${JSON.stringify(whole, null, 2)}`, READING_OPTIONS);
    expect(outcome).toMatchObject({
      forms: [{ formNumber: 1 }, { formNumber: 2 }],
      slots: ['Tremor', '', '', null, null],
      past: ['Balance'],
    });
  });

  it('has the time when a symptom was added; otherwise, its ratings give the time', async () => {
    const { since } = readingOf(await readJson(JSON.stringify(file()), READING_OPTIONS));
    expect(since('Tremor', 1)).toBe(Date.parse(SINCE));
    expect(since('Balance', null)).toBe(Date.parse(SINCE));
    expect(since('Tremor', null)).toBe(Date.parse('2024-03-01T13:15:00Z'));
    expect(since('Unknown', null)).toBeUndefined();
  });

  it.each([
    ['', '1  is damaged, or this is not a JSON file'],
    ['{\n[1,2,}', '2  is damaged, or this is not a JSON file'],
    ['[\n1,2,}', '2  is damaged, or this is not a JSON file'],
    ['[1,\n\n2,}\n,', '3  is damaged, or this is not a JSON file'],
    ['\n[1,\n2,\n3', '4  is damaged, or this is not a JSON file'],
    ['{\n"a":1,\n}', '3  is damaged, or this is not a JSON file'],
    ['[]', 'must be an object'],
    ['null', 'must be an object'],
  ])('cannot be %j', async (content, fault) => {
    expect(await faultsOf(content)).toEqual([fault]);
  });

  it('is refused with the line of the fault, among very many lines', async () => {
    const lines = '1,\n'.repeat(500);
    expect(await faultsOf(`[${lines}tru,${lines}1]`)).toEqual([
      '501  is damaged, or this is not a JSON file',
    ]);
  });

  it('is refused without a crash at any depth of nesting', async () => {
    expect(await faultsOf('['.repeat(1_000_000))).toEqual([
      '1  is damaged, or this is not a JSON file',
    ]);
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(await faultsOf(nested)).toHaveLength(1);
  });

  const NOTES = ['forms', 0, 'ratings', 1];
  it.each<[string, readonly (string | number)[], object, string]>([
    ['another format', [], { format: 'x' }, "format must be 'symptom-tracker'"],
    ['a later version', [], { version: 3 }, 'version must be 2'],
    ['the first version', [], { version: 1 }, 'version must be 2'],
    [
      'severity 0',
      NOTES,
      { severity: 0 },
      'forms.0.ratings.1.severity must be a whole number from 1 to 5',
    ],
    [
      'severity as text',
      NOTES,
      { severity: '3' },
      'forms.0.ratings.1.severity must be a whole number from 1 to 5',
    ],
    [
      'a long note',
      NOTES,
      { notes: 'x'.repeat(10_001) },
      'forms.0.ratings.1.notes must be text of at most 10000 characters',
    ],
    [
      'NUL in a note',
      NOTES,
      { notes: 'a\0' },
      'forms.0.ratings.1.notes contains characters that we can’t store',
    ],
    [
      'half a surrogate pair',
      NOTES,
      { notes: '\ud800' },
      'forms.0.ratings.1.notes contains characters that we can’t store',
    ],
    [
      'a long name',
      NOTES,
      { name: 'x'.repeat(101) },
      'forms.0.ratings.1.name must be text of 1 to 100 characters',
    ],
    [
      'an unused slot as a name',
      NOTES,
      { name: 'No Symptom entered' },
      'forms.0.ratings.1.name must be the name of a symptom',
    ],
    ['a name twice', NOTES, { name: 'TREMOR' }, 'forms.0.ratings must hold each symptom once'],
    ['a slot twice', NOTES, { slot: 1 }, 'forms.0.ratings must hold each slot once'],
    ['no ratings', ['forms', 1], { ratings: [] }, 'forms.1.ratings must hold at least one rating'],
    ['no time', ['forms', 1], { loggedAt: undefined }, 'forms.1.loggedAt is missing'],
    [
      'a time in the future',
      ['forms', 1],
      { enteredAt: '2027-01-01T00:00:00Z' },
      'forms.1.enteredAt must not be in the future',
    ],
    [
      'an edit in the future',
      ['forms', 1, 'formerVersions', 0],
      { replacedAt: '2027-01-01T00:00:00Z' },
      'forms.1.formerVersions.0.replacedAt must not be in the future',
    ],
    [
      'entered too early',
      ['forms', 1],
      { enteredAt: '2020-01-01T00:00:00Z' },
      'forms.1.loggedAt must not be after enteredAt',
    ],
    [
      'a version that no edit could raise',
      ['forms', 1],
      { version: 2_147_483_647 },
      'forms.1.version must be a whole number from 1 to 1000000',
    ],
    [
      'versions out of order',
      ['forms', 1],
      { version: 1 },
      'forms.1.formerVersions must be in order, and before the form’s own version',
    ],
    [
      'a number twice',
      ['forms', 1],
      { formNumber: 1 },
      'forms.1.formNumber is already used by another form in this file',
    ],
    ['an invalid id', ['forms', 1], { id: '../1' }, 'forms.1.id must be a UUID'],
    [
      'a gap between slots',
      ['slots', 2],
      { slot: 4 },
      'slots must be in order, from slot 1 on, without a gap',
    ],
    [
      'a symptom in two slots',
      ['slots', 2],
      { name: 'tremor' },
      'slots must hold each symptom once',
    ],
    [
      'a slot since the future',
      ['slots', 2],
      { since: '2027-01-01T00:00:00Z' },
      'slots.2.since must not be in the future',
    ],
    [
      'a past symptom since the future',
      ['pastSymptoms', 0],
      { since: '2027-01-01T00:00:00Z' },
      'pastSymptoms.0.since must not be in the future',
    ],
    [
      'no past symptoms',
      [],
      { pastSymptoms: null },
      'pastSymptoms must be a list of past symptoms',
    ],
    ['no forms', [], { forms: {} }, 'forms must be a list of forms'],
    [
      'an invalid birthday',
      ['profile'],
      { birthday: '2020-02-30' },
      'profile.birthday must be a date, YYYY-MM-DD, from 1900-01-01 on',
    ],
  ])('is refused with %s', async (_what, path, change, fault) => {
    expect(await faultsOf(changed(path, change))).toEqual([fault]);
  });

  it('is refused with at most twenty faults', async () => {
    const forms = Array.from({ length: 100 }, () => ({}));
    expect(await faultsOf(changed([], { forms }))).toHaveLength(20);
  });

  it('is refused before parsing if it has too many values, not counting text in notes', async () => {
    const many = ','.repeat(MAX_JSON_VALUES);
    expect(await faultsOf(`[1${many}`)).toEqual(['has more data than we can import at once']);
    expect(await faultsOf(`["\\"[{${many}"]`)).toEqual(['must be an object']);
    expect(await faultsOf(`["\\\\"${many}`)).toEqual(['has more data than we can import at once']);
  });

  it('is refused with too many forms before any form is validated', async () => {
    const forms = Array.from({ length: MAX_FORMS_IN_FILE + 1 }, () => ({}));
    expect(await faultsOf(changed([], { forms }))).toEqual(['has more than 33,000 forms']);
  });

  it('may contain at most the forms of thirty years', async () => {
    const one = JSON.stringify(form(1));
    const forms = Array.from({ length: MAX_FORMS_IN_FILE + 1 }, (_, index) =>
      one.replace('"formNumber":1', `"formNumber":${index + 1}`),
    );
    const content = JSON.stringify(file()).replace(/"forms":\[.*$/s, `"forms":[${forms}]}`);
    expect(await faultsOf(content)).toContain('has more than 33,000 forms');
  });
});
