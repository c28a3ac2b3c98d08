import { expect, it } from 'vitest';
import type { Medication } from '../../contract/entities.ts';
import { groupMedications } from './medication-groups.ts';

function version(medicationId: string, from: string, until: string | null = null): Medication {
  return {
    medicationId,
    name: medicationId,
    strength: null,
    unit: 'mg',
    form: '',
    isLevodopa: false,
    times: [],
    asNeeded: true,
    from,
    until,
    enteredAt: `${from}T12:00:00.000Z`,
    timeZone: 'UTC',
    author: 'self',
    version: 1,
  };
}

it('groups versions by today, the earlier ones newest first', () => {
  const a = [version('a', '2026-10-01'), version('a', '2026-11-10'), version('a', '2026-12-01')];
  const b = [version('b', '2026-01-01', '2026-11-17'), version('c', '2026-11-01', '2026-11-18')];
  const groups = groupMedications([...a, ...b], '2026-11-18');
  expect(groups.inForce).toEqual([a[1], b[1]]);
  expect(groups.later).toEqual([a[2]]);
  expect(groups.earlier).toEqual([
    { version: b[0], lastDay: '2026-11-17' },
    { version: a[0], lastDay: '2026-11-09' },
  ]);
});

it('ends a version on its last day, if it was not replaced until later', () => {
  const versions = [version('a', '2026-10-01', '2026-10-20'), version('a', '2026-11-10')];
  const { earlier } = groupMedications(versions, '2026-11-18');
  expect(earlier.map(({ lastDay }) => lastDay)).toEqual(['2026-10-20']);
});
