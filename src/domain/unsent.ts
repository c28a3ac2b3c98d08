import { listed } from './listed.ts';

/** The words for one and for several entries of each kind that waits on the device. */
const WORDS = {
  forms: ['form', 'forms'],
  doses: ['dose', 'doses'],
  checkIns: ['check-in', 'check-ins'],
  // Presses on a state of the diary. One press may fill several half-hours.
  diary: ['diary entry', 'diary entries'],
  visits: ['visit', 'visits'],
  falls: ['fall', 'falls'],
  tabletCounts: ['count of tablets', 'counts of tablets'],
  // Sittings. Each has one to three readings.
  bloodPressure: ['blood pressure', 'blood pressures'],
} as const;

/** Also the name in the page's data and in the query keys. */
export type KindName = keyof typeof WORDS;

/** What a sentence calls all that a person has entered of a kind, if not several of it. */
const ALL: Readonly<Partial<Record<KindName, string>>> = {
  diary: 'diary',
  bloodPressure: 'blood pressure',
};

/** In the order of sentences. */
export const KIND_NAMES = Object.keys(WORDS) as readonly KindName[];

/** The number of entries that exist only on this device. */
export type Unsent = Readonly<Record<KindName, number>>;

export function unsentOf(count: (kind: KindName) => number): Unsent {
  return Object.fromEntries(KIND_NAMES.map((kind) => [kind, count(kind)])) as Unsent;
}

export function sumOf(all: readonly Unsent[]): Unsent {
  return unsentOf((kind) => all.reduce((sum, each) => sum + each[kind], 0));
}

/** What remains of `all` without `some`. A kind of which there are more in `some` remains with none. */
export function without(all: Unsent, some: Unsent): Unsent {
  return unsentOf((kind) => Math.max(0, all[kind] - some[kind]));
}

export function countOf(unsent: Unsent): number {
  return KIND_NAMES.reduce((sum, kind) => sum + unsent[kind], 0);
}

/** '1 form, 2 doses and 1 visit'; '' if there are none. */
export function unsentWords(unsent: Unsent): string {
  return listed(
    KIND_NAMES.filter((kind) => unsent[kind] > 0).map((kind) => {
      const [one, several] = WORDS[kind];
      return unsent[kind] === 1 ? `1 ${one}` : `${unsent[kind]} ${several}`;
    }),
  );
}

/** 'forms, doses, check-ins, diary and visits'. */
export function allKindsWords(): string {
  return listed(KIND_NAMES.map((kind) => ALL[kind] ?? WORDS[kind][1]));
}

/** 'check-in'. */
export function wordFor(kind: KindName): string {
  return WORDS[kind][0];
}
