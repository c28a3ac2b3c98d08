import { validateResource } from '@medplum/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bloodPressure } from '../../contract/kinds/blood-pressure.ts';
import { dose } from '../../contract/kinds/dose.ts';
import { fall } from '../../contract/kinds/fall.ts';
import { medication } from '../../contract/kinds/medication.ts';
import { bundleOf, entriesIn, faultsOf, loadDefinitions } from '../testing/fhir.ts';
import {
  accountWithoutDeletions,
  HOSTILE_NAMES,
  HOSTILE_NOTES,
  type RandomAccount,
} from '../testing/random-accounts.ts';
import { TIME_ZONE } from '../testing/time-zone.ts';

beforeAll(loadDefinitions);

/** An account with one form, which has a rating for each of the given names and notes. */
function accountWith(entries: readonly { name: string; notes: string }[]): RandomAccount {
  const ratings = entries.map((entry, index) => ({ slot: index + 1, severity: 3, ...entry }));
  const form = {
    id: 'f39aa0f5-d7f8-4b0f-9ad8-0eb2c8ba8f3b',
    formNumber: 1,
    author: 'self',
    loggedAt: Date.parse('2026-11-18T13:10:00Z'),
    enteredAt: Date.parse('2026-11-18T13:12:00Z'),
    timeZone: TIME_ZONE,
    version: 1,
    deletedAt: null,
    ratings,
    formerVersions: [],
  };
  const none = { ofKinds: [], reminders: null };
  return { slots: [], past: [], forms: [form], ...none };
}

describe('the FHIR R4 bundle', () => {
  it('is valid for any account', () => {
    const valid = fc.property(accountWithoutDeletions, (account) => {
      const bundle = bundleOf(account);
      expect(faultsOf(bundle)).toEqual([]);
      const ratings = account.forms.flatMap((form) => form.ratings);
      const ofKinds = [medication, dose, fall, bloodPressure].flatMap((kind) => [
        ...entriesIn(account, kind),
      ]);
      const entries = ratings.length + ofKinds.length;
      expect(bundle.entry).toHaveLength(1 + entries);
      const urls = bundle.entry.map(({ fullUrl }: { fullUrl: string }) => fullUrl);
      expect(new Set(urls).size).toBe(urls.length);
    });
    fc.assert(valid, { numRuns: 50 });
  });

  it.each(HOSTILE_NAMES)('is valid with the name %j', (name) => {
    const bundle = bundleOf(accountWith([{ name, notes: '' }]), {
      firstName: name,
      lastName: name,
    });
    expect(faultsOf(bundle)).toEqual([]);
    expect(bundle.entry[1].resource.code.text).toBe(name);
  });

  it('is valid with every hostile note, and changes only control characters', () => {
    for (const notes of HOSTILE_NOTES) {
      const bundle = bundleOf(accountWith([{ name: 'Tremor', notes }]));
      expect(faultsOf(bundle)).toEqual([]);
      const [told] = bundle.entry[1].resource.note ?? [];
      expect(told?.text ?? '').toHaveLength(notes.trim() === '' ? 0 : notes.length);
    }
    const bell = bundleOf(accountWith([{ name: 'Tremor', notes: 'a\x07b\x7fc' }]));
    expect(bell.entry[1].resource.note[0].text).toBe('a␇b␡c');
  });

  it('is valid for a person with an empty profile', () => {
    const nobody = {
      firstName: '',
      lastName: '',
      birthday: '',
      biologicalSex: '',
      yearsWithParkinsons: null,
    };
    const bundle = bundleOf(accountWith([]), nobody);
    expect(faultsOf(bundle)).toEqual([]);
    expect(Object.keys(bundle.entry[0].resource)).toEqual([
      'resourceType',
      'id',
      'identifier',
      'telecom',
    ]);
  });

  it('has the person, the time, the symptom, the severity with its scale, and the note', () => {
    const { entry } = bundleOf(accountWith([{ name: 'Poor sleep', notes: 'After coffee' }]));
    expect(entry[0].resource).toMatchObject({
      resourceType: 'Patient',
      name: [{ text: 'Grace Hopper', family: 'Hopper', given: ['Grace'] }],
      birthDate: '1950-12-09',
      gender: 'female',
    });
    expect(entry[1].resource).toMatchObject({
      resourceType: 'Observation',
      status: 'final',
      code: {
        text: 'Poor sleep',
        coding: [{ system: 'urn:symptom-tracker:symptom', code: 'Poor%20sleep' }],
      },
      subject: { reference: entry[0].fullUrl },
      effectiveDateTime: '2026-11-18T08:10:00-05:00',
      issued: '2026-11-18T13:12:00.000Z',
      valueInteger: 3,
      method: { text: expect.stringMatching(/^Personal 1-5 severity scale.*not MDS-UPDRS$/) },
      note: [{ text: 'After coffee' }],
    });
  });

  it('has for each rating whether and when it was amended', () => {
    const account = accountWith([
      { name: 'Tremor', notes: '' },
      { name: 'Balance', notes: '' },
    ]);
    const [form] = account.forms;
    if (!form) throw new Error('No form');
    const replacedAt = Date.parse('2026-11-18T14:00:00Z');
    const before = form.ratings.map((rating) =>
      rating.slot === 1 ? { ...rating, severity: 1 } : rating,
    );
    const edited = {
      ...form,
      version: 2,
      formerVersions: [{ version: 1, replacedAt, loggedAt: form.loggedAt, ratings: before }],
    };
    const { entry } = bundleOf({ ...account, forms: [edited] });
    expect(entry[1].resource).toMatchObject({
      status: 'amended',
      issued: '2026-11-18T14:00:00.000Z',
    });
    expect(entry[2].resource).toMatchObject({
      status: 'final',
      issued: '2026-11-18T13:12:00.000Z',
    });
    const unknown = bundleOf({ ...account, forms: [{ ...form, version: 2 }] });
    expect(unknown.entry[1].resource).toMatchObject({ status: 'amended' });
  });

  it('has the time of the edit for a rating that an edit added', () => {
    const account = accountWith([
      { name: 'Tremor', notes: '' },
      { name: 'Balance', notes: '' },
    ]);
    const [form] = account.forms;
    if (!form) throw new Error('No form');
    const replacedAt = Date.parse('2026-11-18T14:00:00Z');
    const former = {
      version: 1,
      replacedAt,
      loggedAt: form.loggedAt,
      ratings: form.ratings.slice(0, 1),
    };
    const edited = { ...form, version: 2, formerVersions: [former] };
    const { entry } = bundleOf({ ...account, forms: [edited] });
    expect(entry[1].resource).toMatchObject({
      status: 'final',
      issued: '2026-11-18T13:12:00.000Z',
    });
    expect(entry[2].resource).toMatchObject({
      status: 'final',
      issued: '2026-11-18T14:00:00.000Z',
    });
  });

  it('is invalid with a value that R4 does not allow', () => {
    const bundle = bundleOf(accountWith([{ name: 'Tremor', notes: '' }]));
    bundle.entry[1].resource.valueInteger = 3.5;
    expect(() => validateResource(bundle)).toThrow('integer');
  });
});
