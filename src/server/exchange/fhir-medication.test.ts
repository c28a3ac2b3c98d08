import { beforeAll, expect, it } from 'vitest';
import { dose } from '../../contract/kinds/dose.ts';
import { medication } from '../../contract/kinds/medication.ts';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { bundleOf, faultsOf, loadDefinitions } from '../testing/fhir.ts';
import {
  deletedDose,
  deletedMedication,
  LEVODOPA,
  loggedDose,
  savedMedication,
} from '../testing/medication.ts';
import { HOSTILE_NAMES } from '../testing/random-accounts.ts';
import { exported } from '../testing/transfers.ts';
import type { WholeEntry } from './queries/entry-exports.ts';

beforeAll(loadDefinitions);

const ENTRY = {
  enteredAt: Date.parse('2026-11-01T13:00:00Z'),
  timeZone: 'Asia/Kolkata',
  author: 'self',
  version: 1,
  deletedAt: null,
  formerVersions: [],
};

const levodopa = {
  medicationId: 'a7b4dd6b-64ab-46c2-b36e-59ac4cbd23d0',
  ...LEVODOPA,
  until: null,
  ...ENTRY,
};

const stored = {
  doseId: '5f0e8a52-6a3e-4a09-9c5e-2b1d1c1b7a10',
  medicationId: levodopa.medicationId,
  ...{ name: LEVODOPA.name, strength: 100, unit: 'mg', isLevodopa: true, amount: 1.5 },
  takenAt: Date.parse('2026-11-18T03:10:00Z'),
  scheduledFor: null,
  status: 'taken',
  ...ENTRY,
};

function resourceOf(entry: {
  /** With `replacedFrom`, a later version begins on that day. */
  readonly medication?: { readonly replacedFrom?: string } & Readonly<Record<string, unknown>>;
  readonly dose?: object;
}) {
  const { replacedFrom, ...change } = entry.medication ?? {};
  const versions = [
    ...(entry.medication ? [{ ...levodopa, ...change }] : []),
    ...(replacedFrom === undefined ? [] : [{ ...levodopa, from: replacedFrom }]),
  ];
  const bundle = bundleOf({
    ...{ slots: [], past: [], forms: [], reminders: null },
    ofKinds: [
      { kind: medication, entries: versions as unknown as WholeEntry[] },
      { kind: dose, entries: entry.dose ? [{ ...stored, ...entry.dose } as WholeEntry] : [] },
    ],
  });
  expect(faultsOf(bundle)).toEqual([]);
  return bundle.entry[1].resource;
}

it('has a statement with the plan of each version', () => {
  const statement = resourceOf({ medication: {} });
  expect(statement).toMatchObject({
    resourceType: 'MedicationStatement',
    identifier: [{ system: 'urn:symptom-tracker:medication', value: levodopa.medicationId }],
    status: 'active',
    category: { coding: [{ code: 'patientspecified' }] },
    medicationCodeableConcept: { text: 'Levodopa/carbidopa 100 mg, tablet' },
    effectivePeriod: { start: '2026-11-01' },
    dateAsserted: '2026-11-01T13:00:00.000Z',
    informationSource: { reference: statement.subject.reference },
    dosage: [
      {
        text: '1 at 08:00',
        asNeededBoolean: false,
        timing: { repeat: { timeOfDay: ['08:00:00'] } },
        doseAndRate: [{ doseQuantity: { value: 1, unit: 'tablet' } }],
      },
      {
        text: '1½ at 12:00',
        timing: { repeat: { timeOfDay: ['12:00:00'] } },
        doseAndRate: [{ doseQuantity: { value: 1.5, unit: 'tablet' } }],
      },
    ],
  });
  expect(statement.effectivePeriod).not.toHaveProperty('end');
});

it('has one dosage for the times of one amount, and another for as needed', () => {
  const times = ['18:00', '06:00', '12:00'].map((time) => ({ time, amount: 2 }));
  const { dosage } = resourceOf({ medication: { times, asNeeded: true, form: '' } });
  expect(dosage).toEqual([
    {
      text: '2 at 06:00, 12:00, 18:00',
      timing: { repeat: { timeOfDay: ['06:00:00', '12:00:00', '18:00:00'] } },
      asNeededBoolean: false,
      doseAndRate: [{ doseQuantity: { value: 2 } }],
    },
    { text: 'As needed', asNeededBoolean: true },
  ]);
  expect(resourceOf({ medication: { times: [] } })).not.toHaveProperty('dosage');
});

it.each([
  ['today', { from: '2026-11-18' }, 'active', undefined],
  ['from tomorrow on', { from: '2026-11-19' }, 'intended', undefined],
  ['until today', { until: '2026-11-18' }, 'active', '2026-11-18'],
  ['until yesterday', { until: '2026-11-17' }, 'completed', '2026-11-17'],
  ['replaced from today on', { replacedFrom: '2026-11-18' }, 'completed', '2026-11-17'],
  [
    'ended before it was replaced',
    { until: '2026-11-05', replacedFrom: '2026-11-18' },
    'completed',
    '2026-11-05',
  ],
  [
    'replaced before its end',
    { until: '2027-11-05', replacedFrom: '2026-12-01' },
    'active',
    '2026-11-30',
  ],
])('has the status and the period of a version %s', (_what, change, status, end) => {
  const statement = resourceOf({ medication: change });
  expect([statement.status, statement.effectivePeriod.end]).toEqual([status, end]);
});

it('names another person who entered a medication', () => {
  const { informationSource } = resourceOf({ medication: { author: 'Ada Lovelace' } });
  expect(informationSource).toEqual({ type: 'RelatedPerson', display: 'Ada Lovelace' });
});

it('has an administration for a dose, with the clock of the person', () => {
  const administration = resourceOf({ dose: {} });
  expect(administration).toMatchObject({
    resourceType: 'MedicationAdministration',
    identifier: [{ system: 'urn:symptom-tracker:dose', value: stored.doseId }],
    status: 'completed',
    medicationCodeableConcept: { text: 'Levodopa/carbidopa 100 mg' },
    effectiveDateTime: '2026-11-18T08:40:00+05:30',
    performer: [{ actor: { reference: administration.subject.reference } }],
    dosage: {
      text: '1½ of Levodopa/carbidopa 100 mg',
      dose: { value: 150, unit: 'mg', system: 'http://unitsofmeasure.org', code: 'mg' },
    },
  });
});

it('has a skipped dose as not done, without an amount', () => {
  const administration = resourceOf({ dose: { status: 'skipped' } });
  expect(administration).toMatchObject({ status: 'not-done', statusReason: [{ text: 'Skipped' }] });
  expect(administration).not.toHaveProperty('dosage');
});

it.each([
  ['no strength', { strength: null }, { value: 1.5 }],
  ['no unit', { unit: '' }, { value: 150 }],
  ['another unit', { unit: 'ml' }, { value: 150, unit: 'ml' }],
  ['decimals', { strength: 0.1, amount: 3 }, { value: 0.3, unit: 'mg' }],
])('has the quantity of a dose with %s', (_what, change, quantity) => {
  expect(resourceOf({ dose: change }).dosage.dose).toMatchObject(quantity);
});

it.each(HOSTILE_NAMES)('is valid with the name %j', (name) => {
  const unit = name.slice(0, 20).toWellFormed();
  resourceOf({ medication: { name, unit, form: unit, author: name } });
  resourceOf({ dose: { name, unit } });
});

onEveryDatabase((place) => {
  const test = testApp(place);

  it('leaves out deleted entries, and ends a version before the next one', async () => {
    const user = await freshUser(test);
    const { medicationId } = await savedMedication(user);
    await savedMedication(user, { medicationId, from: '2026-11-10' });
    const kept = await loggedDose(user, { medicationId });
    await deletedDose(user);
    const { medicationId: gone } = await deletedMedication(user);
    const deletedLater = await savedMedication(user, { medicationId, from: '2026-11-12' });
    const { browser, userId } = user;
    await browser.call('deleteMedication', { userId, medicationId, from: deletedLater.from });
    const file = JSON.parse(await exported(user, 'fhir'));
    expect(faultsOf(file)).toEqual([]);
    const ofKind = (kind: string) =>
      file.entry.flatMap(({ resource }: { resource: { resourceType: string } }) =>
        resource.resourceType === kind ? [resource] : [],
      );
    const statements = ofKind('MedicationStatement');
    expect(JSON.stringify(statements)).not.toContain(gone);
    const ofOne = statements.filter(
      ({ identifier }: { identifier: { value: string }[] }) =>
        identifier[0]?.value === medicationId,
    );
    expect(ofOne).toMatchObject([
      { status: 'completed', effectivePeriod: { start: '2026-11-01', end: '2026-11-09' } },
      { status: 'active', effectivePeriod: { start: '2026-11-10' } },
    ]);
    expect(ofOne[1].effectivePeriod).not.toHaveProperty('end');
    expect(ofKind('MedicationAdministration')).toMatchObject([
      { identifier: [{ value: kept.doseId }] },
    ]);
  });
});
