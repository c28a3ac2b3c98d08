import { describe, expect, it } from 'vitest';
import {
  amountText,
  amountWords,
  doseWords,
  isAmount,
  MAX_AMOUNT,
  medicationLabel,
  parseAmount,
  plannedBetween,
  plannedDoses,
  planTexts,
  type RegimenVersion,
  regimenSentence,
  versionOn,
} from './regimen.ts';
import { LEVODOPA } from './testing/doses.ts';

const NEW_YORK = 'America/New_York';
const TWELVE_HOURS = { hourCycle: 'h12', dateOrder: 'mdy' } as const;
const DAY_24 = { hourCycle: 'h23', dateOrder: 'mdy' } as const;

function version(changes: Partial<RegimenVersion>): RegimenVersion {
  return { ...LEVODOPA, times: [{ time: '08:00', amount: 1 }], ...changes };
}

function at(times: string): RegimenVersion['times'] {
  return times.split(' ').map((time) => ({ time, amount: 1 }));
}

describe('an amount', () => {
  it.each([
    ['1', 1],
    ['½', 0.5],
    ['1½', 1.5],
    ['1 ½', 1.5],
    ['1 1/2', 1.5],
    ['1/2', 0.5],
    ['1⁄2', 0.5],
    ['3/4', 0.75],
    ['0.5', 0.5],
    ['0,5', 0.5],
    ['1.50', 1.5],
    ['¼', 0.25],
    ['2¾', 2.75],
    ['0.33', 0.33],
    ['  2 ', 2],
    ['100', MAX_AMOUNT],
  ])('is read from %j as %d', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each([
    '',
    ' ',
    '0',
    '0.0',
    '0,00',
    '-1',
    '−1',
    '11/2',
    '1/3',
    '2/4',
    '1/0',
    '½½',
    '½1',
    '1.5.5',
    '1,000',
    '1.001',
    '.5',
    '5.',
    '1 1',
    'one',
    '1 tablet',
    '1e2',
    '0x1',
    '100.01',
    '100½',
    'Infinity',
    'NaN',
    '٣',
  ])('is not read from %j', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it.each([
    [1, '1'],
    [0.5, '½'],
    [1.5, '1½'],
    [0.25, '¼'],
    [12.75, '12¾'],
    [0.33, '0.33'],
    [2.6, '2.6'],
  ])('of %d is written as %s', (amount, text) => {
    expect(amountText(amount)).toBe(text);
  });

  it.each([
    [1, 'tablet', '1 tablet'],
    [1.5, 'tablet', '1½ tablets'],
    [0.5, 'dispersible tablet', '½ tablet'],
    [2, 'patch', '2 patches'],
    [2, 'liquid', '2 × 100 mg'],
    [1, '', '1 × 100 mg'],
    [0.5, '', '½ × 100 mg'],
    [2, 'constructor', '2 × 100 mg'],
  ])('of %d and the form ‘%s’ reads %s', (amount, form, words) => {
    expect(amountWords(amount, { form, strength: 100, unit: 'mg' })).toBe(words);
  });

  it('without a form and a strength counts doses', () => {
    const unknown = { form: '', strength: null, unit: 'mg' };
    expect(amountWords(0.5, unknown)).toBe('½ dose');
    expect(amountWords(1, unknown)).toBe('1 dose');
    expect(amountWords(1.5, unknown)).toBe('1½ doses');
    expect(amountWords(1, { form: '', strength: 5, unit: '' })).toBe('1 × 5');
  });

  it.each([
    ['tablet', 100, 'Levodopa 100 mg, 1½ tablets'],
    ['tablet', null, 'Levodopa, 1½ tablets'],
    ['', 100, 'Levodopa, 1½ × 100 mg'],
    ['', null, 'Levodopa, 1½ doses'],
  ])('of a dose with the form ‘%s’ and the strength %s reads %s', (form, strength, words) => {
    expect(doseWords({ name: 'Levodopa', strength, unit: 'mg', amount: 1.5 }, form)).toBe(words);
  });

  it.each([0, -1, 100.5, 0.001, 1.005, Number.NaN, Number.POSITIVE_INFINITY])(
    'cannot be %d',
    (amount) => {
      expect(isAmount(amount)).toBe(false);
    },
  );
});

describe('the version in force', () => {
  const first = version({ from: '2026-01-10' });
  const changed = version({ from: '2026-02-01', strength: 200, until: '2026-02-20' });
  const again = version({ from: '2026-03-01', until: null });

  it.each([
    ['before the first day', '2026-01-09', undefined],
    ['on the first day', '2026-01-10', first],
    ['on the day before a change', '2026-01-31', first],
    ['on the day of a change', '2026-02-01', changed],
    ['on the last day', '2026-02-20', changed],
    ['after the last day', '2026-02-21', undefined],
    ['after a new start', '2026-12-31', again],
  ])('%s', (_, date, expected) => {
    expect(versionOn([again, first, changed], date)).toBe(expected);
    expect(versionOn([first, changed, again], date)).toBe(expected);
  });

  it('ends with a replaced version whose last day comes before the change', () => {
    const ended = version({ from: '2026-01-01', until: '2026-01-05' });
    expect(versionOn([ended, changed], '2026-01-06')).toBeUndefined();
  });
});

describe('the planned doses of a day', () => {
  it('have the amounts of their times, in order of time, for several medications', () => {
    const levodopa = version({
      times: [
        { time: '12:00', amount: 1.5 },
        { time: '08:00', amount: 1 },
      ],
    });
    const rasagiline = version({ medicationId: 'a', name: 'Rasagiline', times: at('08:00') });
    const day = '2026-11-20';
    const doses = plannedDoses([levodopa, rasagiline], day, NEW_YORK);
    expect(doses.map(({ at, ...dose }) => [new Date(at).toISOString(), dose])).toEqual([
      [
        '2026-11-20T13:00:00.000Z',
        { medicationId: 'a', day, time: '08:00', amount: 1, version: rasagiline },
      ],
      [
        '2026-11-20T13:00:00.000Z',
        { medicationId: 'levodopa', day, time: '08:00', amount: 1, version: levodopa },
      ],
      [
        '2026-11-20T17:00:00.000Z',
        { medicationId: 'levodopa', day, time: '12:00', amount: 1.5, version: levodopa },
      ],
    ]);
  });

  it.each([
    ['forward', '2026-03-08', '01:30 02:30 03:30', ['06:30', '07:30', '07:30']],
    ['back', '2026-11-01', '00:30 01:30 02:30', ['04:30', '05:30', '07:30']],
  ])('keep each planned time once when the clocks go %s', (_, day, times, expected) => {
    const doses = plannedDoses([version({ times: at(times) })], day, NEW_YORK);
    expect(doses.map(({ time }) => time).join(' ')).toBe(times);
    expect(doses.map(({ at }) => new Date(at).toISOString().slice(11, 16))).toEqual(expected);
  });

  it('are none on a day without a version in force', () => {
    expect(plannedDoses([version({})], '2025-12-31', NEW_YORK)).toEqual([]);
  });
});

describe('the planned doses between two instants', () => {
  const eight = Date.parse('2026-11-20T13:00:00Z');

  it('include the first instant and exclude the last', () => {
    const versions = [version({ times: at('08:00 12:00') })];
    const times = (from: number, to: number) =>
      plannedBetween(versions, from, to, NEW_YORK).map(({ at }) => at);
    const noon = eight + 4 * 3_600_000;
    expect(times(eight, noon)).toEqual([eight]);
    expect(times(eight, noon + 1)).toEqual([eight, noon]);
    expect(times(eight + 1, noon)).toEqual([]);
  });

  it('follow the zone of each day on a journey', () => {
    const zoneOn = (day: string) => (day < '2026-11-20' ? NEW_YORK : 'Asia/Tokyo');
    const doses = plannedBetween([version({})], eight - 2 * 86_400_000, eight, zoneOn);
    expect(doses.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-11-18T13:00:00.000Z',
      '2026-11-19T13:00:00.000Z',
      '2026-11-19T23:00:00.000Z',
    ]);
  });
});

describe('the sentence of a regimen', () => {
  const plan = version({
    times: [
      { time: '12:00', amount: 1.5 },
      { time: '08:00', amount: 1 },
      { time: '20:30', amount: 0.5 },
    ],
  });

  it('names the medication, its amounts and its times in order', () => {
    expect(regimenSentence(plan, TWELVE_HOURS)).toBe(
      'Levodopa/carbidopa 100 mg: 1 tablet at 8:00 AM, 1½ tablets at noon, ½ tablet at 8:30 PM',
    );
    expect(regimenSentence(plan, DAY_24)).toBe(
      'Levodopa/carbidopa 100 mg: 1 tablet at 08:00, 1½ tablets at 12:00, ½ tablet at 20:30',
    );
    expect(regimenSentence(plan, { hourCycle: 'h12', dateOrder: 'dmy' })).toBe(
      'Levodopa/carbidopa 100 mg: 1 tablet at 8:00 am, 1½ tablets at noon, ½ tablet at 8:30 pm',
    );
  });

  it('has its times in a list below the name, with the amount first', () => {
    expect(planTexts(plan, TWELVE_HOURS)).toEqual(['1 at 8:00 AM', '1½ at noon', '½ at 8:30 PM']);
    const texts = ['1 at 08:00', '1½ at 12:00', '½ at 20:30', 'as needed'];
    expect(planTexts({ ...plan, asNeeded: true }, DAY_24)).toEqual(texts);
    expect(planTexts({ ...plan, times: [] }, DAY_24)).toEqual([]);
  });

  it('says what is counted', () => {
    const opicapone = { ...plan, name: 'Opicapone', strength: 50, times: at('22:30') };
    const sentence = (form: string) => regimenSentence({ ...opicapone, form }, TWELVE_HOURS);
    expect(sentence('')).toBe('Opicapone: 1 × 50 mg at 10:30 PM');
    expect(sentence('capsule')).toBe('Opicapone 50 mg: 1 capsule at 10:30 PM');
    expect(regimenSentence({ ...opicapone, form: '', strength: null }, TWELVE_HOURS)).toBe(
      'Opicapone: 1 dose at 10:30 PM',
    );
  });

  it('says midnight and noon only with 12 hours', () => {
    const twelves = version({ times: at('00:00 12:00 12:01') });
    expect(regimenSentence(twelves, TWELVE_HOURS)).toContain(
      ': 1 tablet at midnight, 1 tablet at noon, 1 tablet at 12:01 PM',
    );
    expect(regimenSentence(twelves, DAY_24)).toContain(
      ': 1 tablet at 00:00, 1 tablet at 12:00, 1 tablet at 12:01',
    );
  });

  it.each<[Partial<RegimenVersion>, string]>([
    [{ times: [], asNeeded: true }, 'Apomorphine 3 mg: as needed'],
    [{ asNeeded: true }, 'Apomorphine 3 mg: 1 tablet at 8:00 AM, and as needed'],
    [{ times: [], asNeeded: true, strength: null }, 'Apomorphine: as needed'],
    [{ times: [] }, 'Apomorphine 3 mg'],
    [{ times: [], unit: '' }, 'Apomorphine 3'],
  ])('of %o', (changes, sentence) => {
    const apomorphine = version({ name: 'Apomorphine', strength: 3, ...changes });
    expect(regimenSentence(apomorphine, TWELVE_HOURS)).toBe(sentence);
  });

  it.each<[string, string, string]>([
    ['Pramipexole 0.5 mg', 'Pramipexole 0.5 mg', 'Pramipexole'],
    ['Pramipexole 0,5MG', 'Pramipexole 0,5MG', 'Pramipexole'],
    ['Sinemet 25/0.5 mg', 'Sinemet 25/0.5 mg', 'Sinemet 25/0.5 mg'],
    ['Pramipexole 10.5 mg', 'Pramipexole 10.5 mg 0.5 mg', 'Pramipexole 10.5 mg'],
    ['Pramipexole 0.5', 'Pramipexole 0.5 0.5 mg', 'Pramipexole 0.5'],
  ])('says the strength of %j once', (name, label, alone) => {
    const typed = version({ name, strength: 0.5, times: at('08:00'), form: '' });
    expect(medicationLabel(typed)).toBe(label);
    expect(regimenSentence(typed, TWELVE_HOURS)).toBe(`${alone}: 1 × 0.5 mg at 8:00 AM`);
    expect(doseWords({ ...typed, amount: 1 }, 'tablet')).toBe(`${label}, 1 tablet`);
  });

  it('says a strength without a unit, or in a unit with signs, once', () => {
    expect(medicationLabel({ name: 'Tea 3', strength: 3, unit: '' })).toBe('Tea 3');
    const patch = { name: 'Rotigotine 2 mg/24 h', strength: 2, unit: 'mg/24 h' };
    expect(medicationLabel(patch)).toBe('Rotigotine 2 mg/24 h');
    expect(medicationLabel({ name: 'Tea (3)', strength: 3, unit: '(' })).toBe('Tea (3) 3 (');
  });
});
