import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Visit } from '../../contract/entities.ts';
import { visit as kind } from '../../contract/kinds/visit.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { freshUser, type TestUser, testApp, wait } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { countsOf, formerEntriesOf } from '../testing/entries.ts';
import { expectInvalid, expectRefusal } from '../testing/refusals.ts';
import { exported, imported } from '../testing/transfers.ts';
import { deletedVisit, savedVisit, TOPICS, VISIT_DAY } from '../testing/visits.ts';

const CHANGED = 'This visit was changed somewhere else. Please check it and try again.';
const WITHOUT_DAY = 'You already have a visit without a day. Please choose a day for one of them.';
const NOT_FOUND = 'This visit is no longer here. Please reload the page.';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function save({ browser, userId }: TestUser, input: object) {
    const whole = { visitId: randomUUID(), day: VISIT_DAY, topics: TOPICS, ...input };
    return await browser.call('saveVisit', { userId, ...whole });
  }

  async function visitsOf({ browser, userId }: TestUser): Promise<Visit[]> {
    return (await browser.call('getVisits', { userId })).json();
  }

  async function set(
    { browser, userId }: TestUser,
    name: 'deleteVisit' | 'restoreVisit',
    visitId: string,
  ) {
    return await browser.call(name, { userId, visitId });
  }

  /** Expects 409 with a stored visit. */
  function expectConflict(answer: Awaited<ReturnType<typeof save>>, error: string, stored: Visit) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({ error, stored });
  }

  it('keeps a day and lines without the empty ones, and lists the latest first', async () => {
    const user = await freshUser(test);
    const topics = [' Falls ', '', 'Sleep'];
    const visit = await savedVisit(user, { topics });
    expect(visit).toEqual({
      visitId: visit.visitId,
      day: VISIT_DAY,
      topics: ['Falls', 'Sleep'],
      bloodPressure: null,
      enteredAt: new Date(test.now).toISOString(),
      timeZone: 'America/New_York',
      author: 'self',
      version: 1,
    });
    const unknown = await savedVisit(user, { day: null });
    const earlier = await savedVisit(user, { day: '2026-05-02', topics: [] });
    expect(await visitsOf(user)).toEqual([unknown, visit, earlier]);
    expect((await countsOf(test, user)).entries).toBe(3);
  });

  it('answers a repeat with the stored visit, even at the same time, and changes nothing', async () => {
    const user = await freshUser(test);
    const visitId = randomUUID();
    await Promise.all([1, 2, 3].map(() => save(user, { visitId })));
    const [visit, ...others] = await visitsOf(user);
    expect(others).toEqual([]);
    const before = await everythingStored(test.context.db);
    expect(await savedVisit(user, { visitId })).toEqual(visit);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it.each([
    ['another day', { day: '2026-12-04' }],
    ['other lines', { topics: ['Falls'] }],
  ])('refuses %s without a version, with the stored visit', async (_what, other) => {
    const user = await freshUser(test);
    const visit = await savedVisit(user);
    const before = await everythingStored(test.context.db);
    expectConflict(await save(user, { visitId: visit.visitId, ...other }), CHANGED, visit);
    expect(await everythingStored(test.context.db)).toEqual(before);
  });

  it.each([
    ['no such day', { day: '2026-02-30' }, 'day must be a date, YYYY-MM-DD'],
    ['four lines', { topics: ['a', 'b', 'c', 'd'] }, 'topics must be a list of at most 3 lines'],
    ['a long line', { topics: ['x'.repeat(201)] }, 'must be text of 0 to 200 characters'],
    ['two lines in one', { topics: ['a\nb'] }, 'must be one line of text'],
    ['no id', { visitId: 'first' }, 'visitId must be a UUID'],
  ])('refuses %s', async (_what, input, message) => {
    const user = await freshUser(test);
    await expectInvalid(test.context.db, () => save(user, input), message);
  });

  it('keeps the time of entry if it waited for the network', async () => {
    const user = await freshUser(test);
    wait(test, 2 * DAY_MS);
    const enteredAt = '2026-11-18T20:00:00.000Z';
    const timeZone = 'Europe/Berlin';
    expect(await savedVisit(user, { enteredAt, timeZone })).toMatchObject({ enteredAt, timeZone });
  });

  describe('an edit', () => {
    it('replaces day and lines, and keeps the former ones', async () => {
      const user = await freshUser(test);
      const visit = await savedVisit(user, { day: null });
      const { visitId, enteredAt, ...values } = visit;
      const edited = await savedVisit(user, { visitId, topics: ['Falls'], version: 1 });
      expect(edited).toEqual({ ...visit, day: VISIT_DAY, topics: ['Falls'], version: 2 });
      const former = { visitId, ...values, enteredAt: Date.parse(enteredAt), deletedAt: null };
      expect(await formerEntriesOf(test, user, kind)).toEqual([former]);
      const before = await everythingStored(test.context.db);
      expect(await savedVisit(user, { visitId, topics: ['Falls'], version: 1 })).toEqual(edited);
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('of a stale version is refused with the stored visit', async () => {
      const user = await freshUser(test);
      const { visitId } = await savedVisit(user);
      const edited = await savedVisit(user, { visitId, topics: [], version: 1 });
      const before = await everythingStored(test.context.db);
      expectConflict(await save(user, { visitId, topics: ['New'], version: 1 }), CHANGED, edited);
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('needs a visit that is not deleted', async () => {
      const user = await freshUser(test);
      expectRefusal(await save(user, { version: 1 }), 404, NOT_FOUND);
      const { visitId } = await deletedVisit(user);
      expectRefusal(await save(user, { visitId, topics: [], version: 1 }), 404, NOT_FOUND);
    });
  });

  it('is the only one without a day, whether new, edited or restored', async () => {
    const user = await freshUser(test);
    const deleted = await deletedVisit(user, { day: null });
    const unknown = await savedVisit(user, { day: null });
    const dated = await savedVisit(user);
    const before = await everythingStored(test.context.db);
    const edit = { visitId: dated.visitId, day: null, version: 1 };
    expectConflict(await save(user, { day: null }), WITHOUT_DAY, unknown);
    expectConflict(await save(user, edit), WITHOUT_DAY, unknown);
    expectConflict(await set(user, 'restoreVisit', deleted.visitId), WITHOUT_DAY, unknown);
    expect(await everythingStored(test.context.db)).toEqual(before);
    const { visitId } = unknown;
    await savedVisit(user, { visitId, day: null, topics: ['Changed'], version: 1 });
    await savedVisit(user, { visitId, day: '2027-01-01', version: 2 });
    expect((await save(user, edit)).statusCode).toBe(200);
  });

  it('is one of two that are saved at once without a day', async () => {
    const user = await freshUser(test);
    const answers = await Promise.all([1, 2].map(() => save(user, { day: null })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await visitsOf(user)).toHaveLength(1);
  });

  describe('a deletion', () => {
    it('remains if an earlier save arrives again, but is undone by a different or later one', async () => {
      const user = await freshUser(test);
      const enteredAt = new Date(test.now).toISOString();
      wait(test, 60_000);
      const deleted = await deletedVisit(user, { enteredAt });
      const { visitId } = deleted;
      const before = await everythingStored(test.context.db);
      expect(await savedVisit(user, { visitId, enteredAt })).toEqual(deleted);
      expect(await everythingStored(test.context.db)).toEqual(before);
      expect(await savedVisit(user, { visitId })).toMatchObject({ version: 2 });
      expect(await visitsOf(user)).toMatchObject([{ visitId }]);
    });
  });

  it('is left out of an import if another visit has no day yet', async () => {
    const [owner, user] = [await freshUser(test), await freshUser(test)];
    await savedVisit(owner, { day: null, topics: ['Theirs'] });
    await savedVisit(owner);
    const unknown = await savedVisit(user, { day: null, topics: ['Mine'] });
    const answer = await imported(user, 'json', await exported(owner, 'json'));
    expect(answer).toMatchObject({ visitsAdded: 1, visitsSkipped: 1 });
    expect(await visitsOf(user)).toMatchObject([unknown, { day: VISIT_DAY, topics: TOPICS }]);
  });
});
