import { FACT_NAMES, type FactName, type Person } from '../../../contract/facts.ts';
import { type Snake, snakeOf } from './snake.ts';

/** The columns of `profiles` with what a person has said about themselves (`contract/facts.ts`). */

/** 'first_name' with the type of `firstName`, and so on. */
export type FactColumns = { [Name in FactName as Snake<Name>]: Person[Name] };

/** 'first_name as firstName' */
type FactColumn = { [Name in FactName]: `${Snake<Name>} as ${Name}` }[FactName];

export const FACT_COLUMNS = FACT_NAMES.map(
  (name) => `${snakeOf(name)} as ${name}`,
) as unknown as readonly FactColumn[];

export function rowOfFacts(person: Person): FactColumns {
  const row = FACT_NAMES.map((name) => [snakeOf(name), person[name]]);
  return Object.fromEntries(row) as FactColumns;
}
