import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { fall } from '../../contract/kinds/fall.ts';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { faultsOf, loadDefinitions, resourceOfEntry } from '../testing/fhir.ts';
import { exported } from '../testing/transfers.ts';

beforeAll(loadDefinitions);

const FALL_ID = '3d1c5b0a-8d0e-4c53-a9a6-7f6f3f0f9d11';

function resourceOf(change: object = {}) {
  return resourceOfEntry(fall, {
    fallId: FALL_ID,
    fellAt: Date.parse('2026-11-17T20:10:00Z'),
    ...{ reached: 'floor', hurt: true, notes: 'On the way\u0000 to the kitchen.' },
    enteredAt: Date.parse('2026-11-17T20:12:00Z'),
    ...{ timeZone: 'America/New_York', author: 'self', version: 1, deletedAt: null },
    ...{ formerVersions: [], ...change },
  });
}

it('is an observation without a code of a terminology', () => {
  const resource = resourceOf();
  expect(resource).toMatchObject({
    ...{ resourceType: 'Observation', status: 'final', code: { text: 'Fall' } },
    identifier: [{ system: 'urn:symptom-tracker:fall', value: FALL_ID }],
    effectiveDateTime: '2026-11-17T15:10:00-05:00',
    issued: '2026-11-17T20:12:00.000Z',
    component: [{ code: { text: 'Hurt' }, valueBoolean: true }],
    note: [{ text: 'On the way␀ to the kitchen.' }],
  });
  expect(resource.code).not.toHaveProperty('coding');
});

it('says that a fall nearly happened, that it was corrected, and nothing that nobody said', () => {
  const resource = resourceOf({ reached: 'nearly', hurt: null, notes: '', version: 2 });
  expect(resource).toMatchObject({ status: 'amended', code: { text: 'Near fall' } });
  expect(resource).not.toHaveProperty('component');
  expect(resource).not.toHaveProperty('note');
});

it('names the helper who entered it', () => {
  expect(resourceOf({ author: 'Anna Hopper' }).performer).toMatchObject([
    { type: 'RelatedPerson', display: 'Anna Hopper' },
  ]);
});

onEveryDatabase((place) => {
  const test = testApp(place);

  it('is in the file, but not after it was deleted', async () => {
    const user = await freshUser(test);
    const { browser, userId } = user;
    const [kept, deleted] = [randomUUID(), randomUUID()];
    for (const fallId of [kept, deleted]) {
      const values = { fallId, fellAt: '2026-11-17T20:10:00Z', reached: 'floor' };
      await browser.call('saveFall', { userId, ...values });
    }
    await browser.call('deleteFall', { userId, fallId: deleted });
    const bundle = JSON.parse(await exported(user, 'fhir'));
    expect(faultsOf(bundle)).toEqual([]);
    expect(JSON.stringify(bundle)).toContain(kept);
    expect(JSON.stringify(bundle)).not.toContain(deleted);
  });
});
