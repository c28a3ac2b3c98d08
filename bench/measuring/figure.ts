import { cpus, totalmem } from 'node:os';

/** One measurement of ours and of the reference, taken right after each other. */
interface Round<Value> {
  readonly ours: Value;
  readonly reference: Value;
}

/** One line of the table. */
export interface Measurement {
  readonly figure: string;
  readonly unit: string;
  /** What our value is compared with. */
  readonly reference?: string;
  /** None where it could not be taken here. */
  readonly rounds: readonly { readonly ours: number; readonly reference?: number }[];
  /** For our value, or for its ratio to the reference. */
  readonly aim: readonly [of: 'value' | 'ratio', bound: 'at least' | 'at most', limit: number];
}

/** Measures what needs the same things set up; with a scale below 1 for a part of the time. */
export type Figure = (options: { rounds: number; scale: number }) => Promise<Measurement[]>;

/** Takes the rounds of a figure; every other one the reference comes first. */
export async function inRounds<Value>(
  count: number,
  ours: () => Promise<Value>,
  reference: () => Promise<Value>,
): Promise<Round<Value>[]> {
  const rounds: Round<Value>[] = [];
  for (let round = 0; round < count; round += 1) {
    const early = round % 2 === 0 ? undefined : await reference();
    const own = await ours();
    rounds.push({ ours: own, reference: early ?? (await reference()) });
  }
  return rounds;
}

/** The rounds of one of several values that were measured together. */
export function only<Key extends string>(
  rounds: readonly Round<Readonly<Record<Key, number>>>[],
  key: Key,
): Round<number>[] {
  return rounds.map(({ ours, reference }) => ({ ours: ours[key], reference: reference[key] }));
}

/** The value that a percentage of all values does not exceed; between two values, what lies between them. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = ((sorted.length - 1) * percent) / 100;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]] as [number, number];
  return low + (high - low) * (place - Math.floor(place));
}

const TITLES = ['figure', 'ours', 'reference', 'ratio', 'aim', ''];
/** The first two lines of a table in Markdown. */
export const HEAD = [TITLES, TITLES.map(() => '---')].map(lineOf).join('\n');

export function rowOf({ figure, unit, reference, rounds, aim }: Measurement): string {
  const [of, bound, limit] = aim;
  const values = rounds.map(({ ours }) => ours);
  const others = rounds.flatMap((round) => round.reference ?? []);
  // The ratio is taken in each round, for what disturbs a round disturbs both of its halves.
  const ratios = rounds.flatMap(({ ours, reference: other }) => (other ? ours / other : []));
  const median = percentile(of === 'ratio' ? ratios : values, 50);
  const isMet = bound === 'at least' ? median >= limit : median <= limit;
  return lineOf([
    figure,
    values.length > 0 ? spreadText(values, unit) : 'not taken',
    others.length > 0 ? `${spreadText(others, unit)}: ${reference}` : '-',
    ratios.length > 0 ? spreadText(ratios) : '-',
    `${bound} ${limit}${of === 'value' ? ' in itself' : ''}`,
    values.length === 0 ? '' : isMet ? 'met' : '**missed**',
  ]);
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The median, and where the rounds differ, the least and the most of them. */
function spreadText(values: readonly number[], unit = ''): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const range = least === most ? '' : ` (${numberText(least)} to ${numberText(most)})`;
  return `${numberText(percentile(values, 50))}${unit && ` ${unit}`}${range}`;
}

function numberText(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** What the figures were taken on. */
export function thisMachine(): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const system = `${process.platform} ${process.arch}`;
  return `${cores[0]?.model.trim()}, ${cores.length} cores, ${memory} GiB, ${system}, Node ${process.version}`;
}
