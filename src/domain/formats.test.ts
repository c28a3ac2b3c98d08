import { describe, expect, it, vi } from 'vitest';
import {
  DATE_ORDERS,
  type DateParts,
  type DateStyle,
  dateFormats,
  HOUR_CYCLES,
} from './formats.ts';
import { isTimeZone, zoneName } from './time-zones.ts';

const NOON = Date.parse('2026-11-21T17:00:00Z');
const formats = dateFormats({ dateStyle: 'long', timeStyle: 'short' });

it.each<[DateStyle, string]>([
  [{ hourCycle: 'h12', dateOrder: 'mdy' }, 'November 21, 2026 at 12:00 PM'],
  [{ hourCycle: 'h23', dateOrder: 'mdy' }, 'November 21, 2026 at 12:00'],
  [{ hourCycle: 'h12', dateOrder: 'dmy' }, '21 November 2026 at 12:00 pm'],
  [{ hourCycle: 'h23', dateOrder: 'dmy' }, '21 November 2026 at 12:00'],
])('writes a date and a time as the person reads them: %o', (style, text) => {
  expect(formats('America/New_York', style).format(NOON)).toBe(text);
});

it('shows a time in UTC, with that name, if the device does not know the zone', () => {
  expect(formats('Europe/Atlantis').format(NOON)).toContain('5:00');
  expect(zoneName(NOON, 'Europe/Atlantis')).toBe('UTC');
});

const STYLES = DATE_ORDERS.flatMap((dateOrder) =>
  HOUR_CYCLES.map((hourCycle) => ({ dateOrder, hourCycle })),
);
const DAYS: readonly DateParts[] = [
  { month: 'short', day: 'numeric' },
  { month: 'short', day: 'numeric', year: 'numeric' },
];
const PARTS: readonly DateParts[] = [
  ...DAYS,
  ...DAYS.map((each) => ({ ...each, weekday: 'short' }) as const),
  { weekday: 'long', month: 'long', day: 'numeric' },
  { weekday: 'long', month: 'short', day: 'numeric' },
  { weekday: 'short' },
  { weekday: 'long' },
  { month: 'short', year: 'numeric' },
  { month: 'long', year: 'numeric' },
  { dateStyle: 'medium' },
  { dateStyle: 'long' },
  { timeStyle: 'short' },
  { hour: 'numeric' },
  { hour: 'numeric', minute: '2-digit' },
  { dateStyle: 'medium', timeStyle: 'short' },
  { dateStyle: 'long', timeStyle: 'short' },
];
/** Every month, every weekday, and hours before and after noon, in zones with and without summer time. */
const INSTANTS = Array.from(
  { length: 160 },
  (_, index) => Date.parse('2024-02-28T00:00:00Z') + index * (7 * 86_400_000 + 3_960_000),
);

function ofIntl(parts: DateParts, { dateOrder, hourCycle }: DateStyle, timeZone: string) {
  const hasClock = Boolean(parts.hour || parts.timeStyle);
  const locale = dateOrder === 'mdy' ? 'en-US' : 'en-GB';
  return new Intl.DateTimeFormat(locale, {
    ...(hasClock && { hourCycle }),
    ...(parts as Intl.DateTimeFormatOptions),
    timeZone,
  });
}

describe.each(STYLES)('with %o', (style) => {
  it.each(PARTS)('writes %o as Intl does', (parts) => {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kathmandu']) {
      const intl = ofIntl(parts, style, zone);
      const own = dateFormats(parts)(zone, style);
      // Some versions of `Intl` put a narrow space before AM.
      const texts = INSTANTS.map((each) => intl.format(each).replaceAll('\u202f', ' '));
      expect(INSTANTS.map(own.format)).toEqual(texts);
    }
  });

  it.each(DAYS)('writes ranges of %o as Intl does', (parts) => {
    const intl = ofIntl(parts, style, 'UTC');
    const own = dateFormats(parts)('UTC', style);
    for (const days of [0, 1, 9, 40, 400]) {
      const ends = INSTANTS.map((from) => [from, from + days * 86_400_000] as const);
      expect(ends.map(([from, to]) => own.formatRange(from, to))).toEqual(
        // Node puts thin spaces around the dash.
        ends.map(([from, to]) => intl.formatRange(from, to).replaceAll('\u2009', ' ')),
      );
    }
  });
});

it('needs no Intl but for the clock of the zone', () => {
  const formats = dateFormats({ dateStyle: 'medium' });
  expect(formats('America/New_York').format(NOON)).toBe('Nov 21, 2026');
  const intl = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
    throw new Error('Not here');
  });
  expect(dateFormats({ dateStyle: 'long' })('America/New_York').format(NOON)).toBe(
    'November 21, 2026',
  );
  expect(
    formats('UTC', { dateOrder: 'dmy', hourCycle: 'h23' }).format(NOON - 86_400_000 * 70),
  ).toBe('12 Sept 2026');
  intl.mockRestore();
});

describe('the short name of a zone', () => {
  it.each([
    ['America/New_York', '2026-01-15T12:00:00Z', 'EST'],
    ['America/New_York', '2026-07-15T12:00:00Z', 'EDT'],
    ['Europe/Berlin', '2026-01-15T12:00:00Z', 'CET'],
    ['Europe/Berlin', '2026-07-15T12:00:00Z', 'CEST'],
    ['Asia/Tokyo', '2026-07-15T12:00:00Z', 'GMT+9'],
  ])('in %s at %s is %s', (zone, time, name) => {
    expect(zoneName(Date.parse(time), zone)).toBe(name);
  });
});

it.each([
  ['America/New_York', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['+02:00', false],
  ['', false],
])('knows the time zone %s: %s', (name, isKnown) => {
  expect(isTimeZone(name)).toBe(isKnown);
});
