import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, isoOf } from '../../../domain/zone.ts';
import { onEveryDatabase, openPlace } from '../../testing/databases.ts';
import type { Database } from '../db/database.ts';
import { trusted } from './assess.ts';
import { makeClockTrust } from './clock-trust.ts';
import { findNotedTime, noteTime } from './queries/noted-times.ts';

const AT = Date.parse('2026-11-18T17:00:00Z');
const HOUR_MS = 3_600_000;

onEveryDatabase((place) => {
  let db: Database;
  let now: number;
  let timer: number;
  let isRight: boolean;

  /** A server that has just started. */
  const start = () =>
    makeClockTrust({
      db,
      clock: () => now,
      timer: () => timer,
      isClockRight: async () => isRight,
    });

  beforeAll(async () => {
    db = await openPlace(place());
  });

  afterAll(() => db.destroy());

  beforeEach(async () => {
    await db.deleteFrom('noted_times').execute();
    [now, timer, isRight] = [AT, 0, false];
  });

  /** Time passes, and the clock is checked each minute. */
  async function pass(trust: ReturnType<typeof start>, minutes: number) {
    for (let minute = 0; minute < minutes; minute += 1) {
      now += 60_000;
      timer += 60_000;
      await trust.check();
    }
  }

  it('trusts the clock at the first start, and notes it', async () => {
    const trust = start();
    await trust.check();
    expect(trust.mayErase()).toBe(true);
    expect(trust.presentOf()).toBe(AT);
    expect(await findNotedTime(db)).toEqual(trusted(AT));
  });

  it('notes the time every ten minutes, and at the stop', async () => {
    const trust = start();
    await trust.check();
    await pass(trust, 9);
    expect(await findNotedTime(db)).toEqual(trusted(AT));
    await pass(trust, 1);
    expect(await findNotedTime(db)).toEqual(trusted(AT + 600_000));
    await pass(trust, 5);
    await trust.note();
    expect(await findNotedTime(db)).toEqual(trusted(AT + 900_000));
  });

  it('erases nothing after a jump, and takes saves at once', async () => {
    await noteTime(db, trusted(AT));
    now = AT + 31 * DAY_MS;
    const trust = start();
    await trust.check();
    expect(trust.mayErase()).toBe(false);
    expect(trust.presentOf(isoOf(AT))).toBe(now);
    isRight = true;
    await trust.check();
    expect(trust.mayErase()).toBe(true);
  });

  it('erases again after 48 hours of steady time', async () => {
    await noteTime(db, trusted(AT));
    now = AT + 31 * DAY_MS;
    const trust = start();
    await trust.check();
    now += 47 * HOUR_MS;
    timer += 47 * HOUR_MS;
    await trust.check();
    expect(trust.mayErase()).toBe(false);
    await pass(trust, 60);
    expect(trust.mayErase()).toBe(true);
    expect(await findNotedTime(db)).toEqual(trusted(now));
  });

  it('erases again when the operator says that the clock is right', async () => {
    await noteTime(db, trusted(AT));
    now = AT + 31 * DAY_MS;
    const trust = start();
    await trust.check();
    await noteTime(db, trusted(now));
    await trust.check();
    expect(trust.mayErase()).toBe(true);
  });

  it('lets saves wait ten minutes while the clock is behind, then takes the time of the device', async () => {
    await noteTime(db, trusted(AT));
    now = AT - 3 * HOUR_MS;
    const trust = start();
    await trust.check();
    expect(() => trust.presentOf(isoOf(AT + 60_000))).toThrow('The server is busy');
    await pass(trust, 10);
    expect(trust.presentOf(isoOf(AT + HOUR_MS))).toBe(AT + HOUR_MS);
    expect(trust.presentOf()).toBe(AT);
    // Nothing was noted of the wrong time.
    expect(await findNotedTime(db)).toEqual(trusted(AT));
    now = AT + HOUR_MS;
    expect(trust.presentOf(isoOf(AT))).toBe(AT + HOUR_MS);
  });

  it('believes a system that says that its clock is right', async () => {
    await noteTime(db, trusted(AT));
    now = AT - 3 * HOUR_MS;
    isRight = true;
    const trust = start();
    await trust.check();
    expect(trust.presentOf(isoOf(AT))).toBe(now);
    expect(await findNotedTime(db)).toEqual(trusted(now));
  });
});
