import type { StoredKind } from '../../../contract/kinds.ts';
import { type Snake, snakeOf } from './snake.ts';

/** 'last_check_in_number', for the kind 'checkIn' */
export type Counter<Name extends string = StoredKind['name']> = `last_${Snake<Name>}_number`;

/** The column of `profiles` with the last number that an entry of a kind got; 0 before the first. */
export function counterOf({ name }: Pick<StoredKind, 'name'>): Counter {
  return `last_${snakeOf(name)}_number` as Counter;
}
