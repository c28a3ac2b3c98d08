import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sinceDoseText, sinceLastDose } from './after-dose.ts';
import { type FallFact, fallSection } from './fall-section.ts';
import { DEFAULT_DATE_STYLE } from './formats.ts';

const NOON = Date.parse('2026-11-18T17:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function fact(change: Partial<FallFact> = {}): FallFact {
  const base = {
    fellAt: NOON,
    timeZone: 'America/New_York',
    reached: 'floor',
    hurt: null,
  } as const;
  return { ...base, since: undefined, state: undefined, ...change };
}

const sectionOf = (falls: readonly FallFact[]) => fallSection(falls, DEFAULT_DATE_STYLE);

describe('the section of falls', () => {
  it('is absent without falls', () => {
    expect(sectionOf([])).toBeUndefined();
  });

  it('counts falls, days and what nearly happened apart', () => {
    const section = sectionOf([
      fact({ hurt: true, since: 130, state: 'off' }),
      fact({ fellAt: NOON - 4 * HOUR, hurt: false, since: 'notLogged' }),
      fact({ fellAt: NOON - 30 * HOUR, since: 'withoutDose' }),
      fact({ fellAt: NOON + 8 * HOUR, reached: 'nearly', since: 130 }),
    ]);
    expect(section?.blocks).toEqual([
      {
        type: 'figures',
        figures: [
          { value: '3', of: 'falls, on 2 days' },
          { value: '1', of: 'hurt in a fall' },
          { value: '1', of: 'nearly fell, on 1 day' },
        ],
      },
      {
        type: 'text',
        text: 'Falls: 2\u00a0in the morning, 1\u00a0in the afternoon. After levodopa: 1\u00a0at 2–3 h, 1\u00a0with none in the 8 hours before, 1\u00a0with a planned dose that was not logged. Diary: 1\u00a0in Off.',
      },
      {
        type: 'text',
        text: 'Nearly fell: 1\u00a0in the evening. After levodopa: 1\u00a0at 2–3 h.',
      },
    ]);
    expect(section?.numbers?.slice(0, 1)).toEqual([
      {
        type: 'table',
        caption: 'Falls by time of day, time since levodopa and state of the diary',
        head: ['When', 'Falls', 'Nearly'],
        rows: [
          ['Morning', '2', '0'],
          ['Afternoon', '1', '0'],
          ['Evening', '0', '1'],
          ['2–3 h after levodopa', '1', '1'],
          ['No levodopa in the 8 hours before', '1', '0'],
          ['A planned levodopa dose was not logged', '1', '0'],
          ['Diary: Off', '1', '0'],
          ['All', '3', '1'],
        ],
      },
    ]);
  });

  it('says if a person was asleep, or if the time since levodopa is not known', () => {
    const section = sectionOf([fact({ since: 'hidden', state: 'asleep' })]);
    expect(section?.blocks[1]).toMatchObject({
      text: 'Falls: 1\u00a0in the afternoon. After levodopa: 1\u00a0not known in the first 8 hours of the period. Diary: 1\u00a0asleep.',
    });
  });

  it('has each fall among the numbers, the latest first', () => {
    const section = sectionOf([
      fact({ fellAt: NOON - 24 * HOUR, since: 'hidden' }),
      fact({ hurt: true, since: 130, state: 'off' }),
    ]);
    expect(section?.numbers?.slice(1)).toMatchObject([
      {
        rows: [
          ['Nov 18, noon', 'the floor', 'yes', '2 h 10 min after levodopa', 'Off'],
          ['Nov 17, noon', 'the floor', '–', 'in the first 8 hours of the period', '–'],
        ],
      },
    ]);
  });

  it('counts each fall once by time of day, and once by time since levodopa if that is known', () => {
    const some = fc.record({
      fellAt: fc.integer({ min: NOON - 9e9, max: NOON }),
      timeZone: fc.constantFrom('America/New_York', 'Asia/Kolkata'),
      reached: fc.constantFrom('floor' as const, 'nearly' as const),
      hurt: fc.constantFrom(true, false, null),
      since: fc.oneof(
        fc.integer({ min: 0, max: 480 }),
        fc.constantFrom('withoutDose' as const, 'notLogged' as const, 'hidden' as const),
      ),
      state: fc.constant(undefined),
    });
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 30 }), (falls) => {
        const table = sectionOf(falls)?.numbers?.[0];
        if (table?.type !== 'table') throw new Error('There is no table');
        const sum = (from: number, to: number, column: number) =>
          table.rows.slice(from, to).reduce((total, row) => total + Number(row[column]), 0);
        const parts = table.rows.filter(([name]) =>
          ['Morning', 'Afternoon', 'Evening'].includes(String(name)),
        ).length;
        for (const [column, reached] of [
          [1, 'floor'],
          [2, 'nearly'],
        ] as const) {
          const count = falls.filter((each) => each.reached === reached).length;
          expect(sum(0, parts, column)).toBe(count);
          expect(sum(parts, table.rows.length - 1, column)).toBe(count);
        }
      }),
    );
  });
});

/** The rule again, minute by minute, without anything of the implementation. */
function sinceByMinutes(
  at: number,
  doses: readonly number[],
  planned: readonly { at: number; isLogged: boolean }[],
) {
  const isIn = (minute: number) => (time: number) => Math.floor(time / MINUTE) === minute;
  const end = Math.floor(at / MINUTE);
  let found: number | undefined;
  for (let back = 0; back <= 480; back += 1) {
    const minute = end - back;
    if (planned.some((each) => !each.isLogged && isIn(minute)(each.at))) return 'notLogged';
    if (found === undefined && doses.some(isIn(minute))) found = back;
  }
  return found ?? 'withoutDose';
}

describe('the time since the last levodopa', () => {
  it('is that of a second implementation', () => {
    const time = fc.integer({ min: NOON - 12 * HOUR, max: NOON + HOUR });
    const planned = fc.record({ at: time, isLogged: fc.boolean() });
    fc.assert(
      fc.property(
        fc.integer({ min: NOON - HOUR, max: NOON }),
        fc.array(time, { maxLength: 6 }),
        fc.array(planned, { maxLength: 3 }),
        (at, doses, plans) => {
          const taken = doses.map((each) => ({ at: each }));
          expect(sinceLastDose(taken, plans)(at)).toBe(sinceByMinutes(at, doses, plans));
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    [0, '0 min after levodopa'],
    [45, '45 min after levodopa'],
    [120, '2 h after levodopa'],
    [130, '2 h 10 min after levodopa'],
    ['withoutDose', 'no levodopa in the 8 hours before'],
    ['notLogged', 'a planned levodopa dose was not logged'],
  ] as const)('of %s is said as “%s”', (since, text) => {
    expect(sinceDoseText(since)).toBe(text);
  });
});
