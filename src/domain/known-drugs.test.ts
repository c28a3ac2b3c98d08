import { describe, expect, it } from 'vitest';
import { KNOWN_DRUGS, suggestDrugs } from './known-drugs.ts';
import { MAX_DOSE_FORM_LENGTH, MAX_STRENGTH, MAX_UNIT_LENGTH } from './regimen.ts';
import { MAX_NAME_LENGTH } from './symptoms.ts';

function labels(typed: string, limit = 50): string[] {
  return suggestDrugs(typed, limit).map(({ label }) => label);
}

describe('a suggestion', () => {
  it.each([
    ['sine', 'Sinemet (levodopa/carbidopa)'],
    ['SINEMET', 'Sinemet (levodopa/carbidopa)'],
    ['Rytary', 'Rytary (levodopa/carbidopa extended release)'],
    ['mado', 'Madopar (levodopa/benserazide)'],
    ['azi', 'Azilect (rasagiline)'],
    ['ropin', 'Ropinirole'],
    ['levodopa carb', 'Levodopa/carbidopa'],
    ['carbidopa-levodopa', 'Carbidopa/levodopa (levodopa/carbidopa)'],
    [' apogo ', 'APO-go (apomorphine)'],
    ['exelon p', 'Exelon patch (rivastigmine patch)'],
  ])('for %j is first %s', (typed, label) => {
    expect(labels(typed)[0]).toBe(label);
  });

  it('comes first if its name begins with the typed text, and last if it only contains it', () => {
    expect(labels('carbidopa').slice(0, 4)).toEqual([
      'Carbidopa/levodopa (levodopa/carbidopa)',
      'Carbidopa/levodopa/entacapone (levodopa/carbidopa/entacapone)',
      'Carbidopa',
      'Levodopa/carbidopa',
    ]);
    expect(labels('capone')).toEqual([
      'Levodopa/carbidopa/entacapone',
      'Carbidopa/levodopa/entacapone (levodopa/carbidopa/entacapone)',
      'Levodopa/carbidopa/entacapone intestinal gel',
      'Entacapone',
      'Tolcapone',
      'Opicapone',
    ]);
    expect(labels('er').slice(0, 2)).toEqual([
      'Mirapex ER (pramipexole extended release)',
      'Osmolex ER (amantadine extended release)',
    ]);
  });

  it('carries the drug, with the strengths of the levodopa alone', () => {
    const [stalevo] = suggestDrugs('stalevo', 1);
    expect(stalevo?.drug).toEqual({
      name: 'Levodopa/carbidopa/entacapone',
      otherNames: ['Carbidopa/levodopa/entacapone', 'Stalevo', 'Corbilta'],
      isLevodopa: true,
      unit: 'mg',
      strengths: [50, 75, 100, 125, 150, 200],
      forms: ['tablet'],
    });
  });

  it('is one of at most the requested number', () => {
    expect(labels('levodopa', 3)).toHaveLength(3);
    expect(labels('a', 0)).toEqual([]);
  });

  it.each(['', '  ', '/', 'xyz', 'aspirin'])('does not exist for %j', (typed) => {
    expect(labels(typed)).toEqual([]);
  });
});

describe('the list of drugs', () => {
  it('finds every drug by each of its names', () => {
    for (const drug of KNOWN_DRUGS) {
      for (const name of [drug.name, ...drug.otherNames]) {
        expect([name, suggestDrugs(name, 50).some((each) => each.drug === drug)]).toEqual([
          name,
          true,
        ]);
      }
    }
  });

  it('has each other name only once, so that a name suggests one drug', () => {
    const names = KNOWN_DRUGS.flatMap(({ otherNames }) => otherNames);
    expect(names).toEqual([...new Set(names)]);
  });

  it('marks exactly the drugs that contain levodopa', () => {
    const marked = KNOWN_DRUGS.filter(({ isLevodopa }) => isLevodopa).map(({ name }) => name);
    expect(marked).toEqual(
      KNOWN_DRUGS.map(({ name }) => name).filter((name) => name.toLowerCase().includes('levodopa')),
    );
  });

  it.each(KNOWN_DRUGS)('has values for $name that can be stored', (drug) => {
    expect(drug.strengths).toEqual([...new Set(drug.strengths)].sort((a, b) => a - b));
    expect(drug.strengths.every((strength) => strength > 0 && strength <= MAX_STRENGTH)).toBe(true);
    expect(drug.unit.length).toBeLessThanOrEqual(MAX_UNIT_LENGTH);
    expect(drug.forms).not.toEqual([]);
    expect(drug.forms.every((form) => form.length <= MAX_DOSE_FORM_LENGTH)).toBe(true);
    for (const { label } of suggestDrugs(drug.name, 50)) {
      expect(label.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
    }
  });
});
