import { describe, expect, it } from 'vitest';
import { instantOf } from './wall-times.ts';

const NEW_YORK = 'America/New_York';

function told(text: string, zone = NEW_YORK): string | undefined {
  const instant = instantOf(text, zone);
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

describe('times as tables have them', () => {
  it.each([
    ['2024-03-01T13:15:00Z', '2024-03-01T13:15:00.000Z'],
    ['2024-03-01T13:15:00.123456Z', '2024-03-01T13:15:00.123Z'],
    ['2024-03-01T08:15-05:00', '2024-03-01T13:15:00.000Z'],
    ['2024-03-01 08:15', '2024-03-01T13:15:00.000Z'],
    ['2024-03-01 8:15:30', '2024-03-01T13:15:30.000Z'],
    ['2024-03-01T08:15:30.5', '2024-03-01T13:15:30.500Z'],
    ['3/1/2024 8:15', '2024-03-01T13:15:00.000Z'],
    ['3/1/2024 20:15:30', '2024-03-02T01:15:30.000Z'],
    ['3/1/2024, 8:15:30 PM', '2024-03-02T01:15:30.000Z'],
    ['3/1/2024 12:00 am', '2024-03-01T05:00:00.000Z'],
    ['3/1/2024 12:00 p.m.', '2024-03-01T17:00:00.000Z'],
    ['  7/1/2024 8:15 AM ', '2024-07-01T12:15:00.000Z'],
    // Shown twice: the first. Skipped: after the gap.
    ['2024-11-03 01:30', '2024-11-03T05:30:00.000Z'],
    ['2024-03-10 02:30', '2024-03-10T07:30:00.000Z'],
  ])('%s in New York is %s', (text, instant) => expect(told(text)).toBe(instant));

  it('are of the zone that is asked for', () => {
    expect(told('2024-03-01 08:15', 'Asia/Kolkata')).toBe('2024-03-01T02:45:00.000Z');
  });

  it.each([
    '',
    'yesterday',
    '2024-03-01',
    '2024-02-30 08:15',
    '2024-02-30T08:15:00Z',
    '2024-03-01 24:00',
    '2024-03-01 08:60',
    '2024-03-01 08:15:60',
    '13/1/2024 8:15',
    '3/1/2024 0:15 AM',
    '3/1/2024 13:15 PM',
    '1709300100000',
    '2024-03-01T08:15:00+99:00',
    '2024-03-01 08:15 x',
  ])('are not told by %j', (text) => expect(told(text)).toBeUndefined());
});
