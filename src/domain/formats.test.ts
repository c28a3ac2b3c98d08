import { describe, expect, it } from 'vitest';
import { type DateStyle, dateFormats, isTimeZone, zoneName } from './formats.ts';

const NOON = Date.parse('2026-11-21T17:00:00Z');
const formats = dateFormats({ dateStyle: 'long', timeStyle: 'short' });

it.each<[DateStyle, string]>([
  [{ hourCycle: 'h12', dateOrder: 'mdy' }, 'November 21, 2026 at 12:00 PM'],
  [{ hourCycle: 'h23', dateOrder: 'mdy' }, 'November 21, 2026 at 12:00'],
  [{ hourCycle: 'h12', dateOrder: 'dmy' }, '21 November 2026 at 12:00 pm'],
  [{ hourCycle: 'h23', dateOrder: 'dmy' }, '21 November 2026 at 12:00'],
])('writes a date and a time as the person reads them: %o', (style, text) => {
  expect(formats('America/New_York', style).format(NOON).replaceAll('\u202f', ' ')).toBe(text);
});

it('shows a time in UTC, with that name, if the device does not know the zone', () => {
  expect(formats('Europe/Atlantis').format(NOON)).toContain('5:00');
  expect(zoneName(NOON, 'Europe/Atlantis')).toBe('UTC');
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
