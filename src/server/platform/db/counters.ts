import type { StoredKind } from '../../../contract/kinds.ts';

/** 'last_check_in_number', for the kind 'checkIn' */
export type Counter<Name extends string = StoredKind['name']> = `last_${Snake<Name>}_number`;

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** The column of `profiles` with the last number that an entry of a kind got; 0 before the first. */
export function counterOf({ name }: Pick<StoredKind, 'name'>): Counter {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `last_${snake}_number` as Counter;
}
