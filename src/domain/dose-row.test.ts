import { describe, expect, it } from 'vitest';
import { type DoseRow, doseRow, offeredDose, plannedForEarlier } from './dose-row.ts';
import { plannedBetween } from './regimen.ts';
import { dose, LEVODOPA, on20, planDose, planned } from './testing/doses.ts';
import { addDays, DAY_MS, instantAt } from './zone.ts';

const DAY = planned('19 08:00, 19 12:00, 19 20:00, 08:00, 12:00, 20:00, 21 08:00, 21 12:00');
/** A pill once a day. */
const PILL = planned('19 08:00, 08:00, 21 08:00');

describe('the offered dose', () => {
  it.each([
    ['03:59', '19 20:00'],
    ['04:00', '08:00'],
    ['09:59:59', '08:00'],
    ['10:00', '12:00'],
    ['15:59:59', '12:00'],
    ['16:00', '20:00'],
    ['23:50', '20:00'],
    ['21 03:59', '20:00'],
    ['21 04:00', '21 08:00'],
  ])('at %s is that of %s: the nearest one from 4 hours before its time', (now, expected) => {
    expect(offeredDose(DAY, on20(now))?.at).toBe(on20(expected));
  });

  it.each([
    ['03:59:59', undefined],
    ['04:00', '08:00'],
    ['19:59:59', '08:00'],
    ['20:00', undefined],
    ['23:50', undefined],
    ['21 00:10', undefined],
    ['21 04:00', '21 08:00'],
  ])('of a pill once a day is none in the evening and at night (%s)', (now, expected) => {
    expect(offeredDose(PILL, on20(now))?.at).toBe(expected && on20(expected));
  });

  it('does not change with an earlier time to one that is planned later', () => {
    const [, , , eight, noon, evening] = DAY;
    if (!eight || !noon || !evening) throw new Error('The plan has no such dose');
    expect(plannedForEarlier(DAY, noon, on20('09:30'))).toBe(eight);
    expect(plannedForEarlier(DAY, noon, on20('11:00'))).toBe(noon);
    // At 2:30 PM, the dose of 8 PM is nearer than that of 8 AM, but the button is that of 8 AM.
    const twoADay = [eight, evening];
    expect(offeredDose(twoADay, on20('15:00'))).toBe(eight);
    expect(plannedForEarlier(twoADay, eight, on20('14:30'))).toBe(eight);
    // The dose is for 8 PM, although the time taken is more than 4 hours earlier.
    expect(plannedForEarlier(twoADay, evening, on20('15:00'))).toBe(evening);
  });
});

// The clocks changed in New York on these days. Nepal has one time all year, 5 hours 45 minutes ahead of UTC.
const DAYS = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2026-11-18'],
  ['Asia/Kathmandu', '2026-11-18'],
];

describe.each(DAYS)('a pill at 8:00 AM in %s, on the day before %s and that day', (zone, date) => {
  const pill = { ...LEVODOPA, times: [{ time: '08:00', amount: 1 }] };
  const before = addDays(date, -1);
  const [morning, next] = [instantAt(before, '08:00', zone), instantAt(date, '08:00', zone)];
  const logged = dose('a', '00:00', { takenAt: morning + 60_000, scheduledFor: morning });
  const rowAt = (now: number, doses = [logged]) =>
    doseRow(plannedBetween([pill], now - 2 * DAY_MS, now + 2 * DAY_MS, zone), doses, false, now);
  const NIGHT: [string, string][] = [
    [before, '20:00'],
    [before, '23:50'],
    [date, '00:10'],
    [date, '03:59'],
  ];

  it.each(NIGHT)('is the logged one at %s %s, never the next one', (day, time) => {
    const row = rowAt(instantAt(day, time, zone));
    expect(row).toMatchObject({ kind: 'logged', planned: { at: morning }, dose: logged });
  });

  it.each(NIGHT)('that was not logged is not offered at %s %s', (day, time) => {
    const extra = dose('b', '00:00', { takenAt: morning + 6 * 3_600_000 });
    const now = instantAt(day, time, zone);
    expect(rowAt(now, [])).toEqual({ kind: 'unplanned', last: undefined });
    expect(rowAt(now, [extra])).toEqual({ kind: 'unplanned', last: extra });
  });

  it('is offered for 12 hours after its time, and the next one from 4 hours before', () => {
    expect(rowAt(morning + 12 * 3_600_000 - 1, []).kind).toBe('offer');
    expect(rowAt(morning + 12 * 3_600_000, []).kind).toBe('unplanned');
    expect(rowAt(next - 4 * 3_600_000 - 1).kind).toBe('logged');
    expect(rowAt(next - 4 * 3_600_000)).toMatchObject({ kind: 'offer', planned: { at: next } });
  });
});

describe('the row of a medication', () => {
  const at = (
    now: string,
    doses = [] as Parameters<typeof doseRow>[1],
    asNeeded = false,
  ): DoseRow => doseRow(DAY, doses, asNeeded, on20(now));
  const noon = DAY[4];

  it('offers the planned dose', () => {
    expect(at('11:50')).toEqual({ kind: 'offer', planned: noon });
  });

  it('shows a logged or skipped dose, and offers the one after it from half-way', () => {
    for (const status of ['taken', 'skipped'] as const) {
      const logged = planDose('a', '11:50', '12:00', status);
      expect(at('11:51', [logged])).toEqual({ kind: 'logged', planned: noon, dose: logged });
      expect(at('15:59', [logged])).toEqual({ kind: 'logged', planned: noon, dose: logged });
      expect(at('16:00', [logged])).toEqual({ kind: 'offer', planned: DAY[5] });
    }
  });

  it('is not changed by doses of other times and doses without a planned time', () => {
    const others = [planDose('a', '08:10', '08:00'), dose('b', '11:55')];
    expect(at('11:56', others)).toEqual({ kind: 'offer', planned: noon });
  });

  it('asks about two taken doses of one planned time, in order', () => {
    const own = planDose('b', '11:50', '12:00');
    const caregivers = planDose('a', '12:04', '12:00');
    const both = { kind: 'twice', planned: noon, doses: [own, caregivers] };
    expect(at('12:05', [caregivers, own])).toEqual(both);
    const skipped = planDose('c', '11:00', '12:00', 'skipped');
    expect(at('12:05', [caregivers, skipped, own])).toEqual(both);
    expect(at('12:05', [skipped, own])).toEqual({
      kind: 'logged',
      planned: noon,
      dose: own,
    });
  });

  it('does not ask if the later dose has no planned time, and shows that dose', () => {
    const own = planDose('b', '11:50', '12:00');
    const kept = dose('a', '12:04');
    expect(at('12:05', [kept, own])).toEqual({ kind: 'logged', planned: noon, dose: kept });
    const earlier = dose('a', '11:40');
    expect(at('12:05', [earlier, own])).toEqual({ kind: 'logged', planned: noon, dose: own });
  });

  it('does not offer a logged dose again when its planned time moves', () => {
    const logged = planDose('a', '07:05', '07:00');
    expect(at('07:30', [logged])).toEqual({ kind: 'logged', planned: DAY[3], dose: logged });
    const onlyDay = planned('08:00, 12:00');
    expect(doseRow(onlyDay, [logged], false, on20('07:30')).kind).toBe('logged');
  });

  it('as needed shows the dose taken last, and no skipped one', () => {
    const first = dose('a', '09:00');
    const last = dose('b', '10:00');
    const skipped = dose('c', '11:00', { status: 'skipped' });
    expect(doseRow([], [skipped, last, first], true, on20('11:50'))).toEqual({
      kind: 'asNeeded',
      last,
    });
    expect(doseRow([], [], true, on20('11:50'))).toEqual({ kind: 'asNeeded', last: undefined });
  });

  it('offers a planned dose of a medication that is also as needed', () => {
    expect(at('11:50', [], true).kind).toBe('offer');
  });

  it('shows nothing without planned doses', () => {
    expect(doseRow([], [dose('a', '09:00')], false, on20('11:50'))).toEqual({ kind: 'none' });
  });

  it('offers the previous dose until 4 hours before the next one if nothing was logged for it', () => {
    const twoADay = planned('19 20:00, 08:00, 20:00');
    const row = (now: string) => doseRow(twoADay, [], false, on20(now));
    expect(row('15:59')).toEqual({ kind: 'offer', planned: twoADay[1] });
    expect(row('16:00')).toEqual({ kind: 'offer', planned: twoADay[2] });
    expect(row('03:59')).toEqual({ kind: 'offer', planned: twoADay[0] });
  });

  it('shows a dose that was logged more than 4 hours before its planned time', () => {
    const early = planDose('a', '15:00', '20:00');
    const twoADay = planned('08:00, 20:00');
    for (const now of ['15:01', '17:00', '21:00']) {
      const row = doseRow(twoADay, [early], false, on20(now));
      expect(row).toEqual({ kind: 'logged', planned: twoADay[1], dose: early });
    }
  });

  it('shows the last dose while none is offered, also one without a planned time', () => {
    const [own, extra] = [planDose('a', '08:01', '08:00'), dose('b', '20:30')];
    const shown = { kind: 'logged', planned: PILL[1] };
    expect(doseRow(PILL, [own], false, on20('23:50'))).toEqual({ ...shown, dose: own });
    expect(doseRow(PILL, [own], true, on20('23:50'))).toEqual({ ...shown, dose: own });
    expect(doseRow(PILL, [own, extra], false, on20('21 00:10'))).toEqual({ ...shown, dose: extra });
    const skipped = planDose('a', '08:01', '08:00', 'skipped');
    expect(doseRow(PILL, [skipped], false, on20('23:50'))).toEqual({ ...shown, dose: skipped });
  });

  it('asks about two doses of the previous planned time while none is offered', () => {
    const both = [planDose('a', '08:01', '08:00'), planDose('b', '08:20', '08:00')];
    const row = doseRow(PILL, both, false, on20('23:50'));
    expect(row).toEqual({ kind: 'twice', planned: PILL[1], doses: both });
  });

  it('offers a dose as needed if the medication is also as needed and none is offered', () => {
    expect(doseRow(PILL, [], true, on20('23:50')).kind).toBe('asNeeded');
  });
});
