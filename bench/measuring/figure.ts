import { cpus, totalmem } from 'node:os';

/** One measurement of our program and one of the reference, taken one right after the other. */
interface Round<Value> {
  readonly ours: Value;
  readonly reference: Value;
}

/** One line of the table. */
export interface Measurement {
  readonly figure: string;
  readonly unit: string;
  /** The name of the program that our value is compared with. */
  readonly reference?: string;
  /** Empty if this machine cannot measure the figure. */
  readonly rounds: readonly { readonly ours: number; readonly reference?: number }[];
  /** A limit for our value, or for its ratio to the reference. */
  readonly aim?: readonly [of: 'value' | 'ratio', bound: 'at least' | 'at most', limit: number];
}

/** Takes the measurements that share a set-up. A scale below 1 shortens each by that factor. */
export type Figure = (options: { rounds: number; scale: number }) => Promise<Measurement[]>;

/** Takes the rounds of a figure. Every second round measures the reference first. */
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

/** Picks one value from rounds that measured several values together. */
export function only<Key extends string>(
  rounds: readonly Round<Readonly<Record<Key, number>>>[],
  key: Key,
): Round<number>[] {
  return rounds.map(({ ours, reference }) => ({ ours: ours[key], reference: reference[key] }));
}

/** A percentile (`percent` from 0 to 100), interpolated linearly between the two nearest values. */
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
  const values = rounds.map(({ ours }) => ours);
  const others = rounds.flatMap((round) => round.reference ?? []);
  // A ratio per round, because other work on the machine slows both halves of a round.
  const ratios = rounds.flatMap(({ ours, reference: other }) => (other ? ours / other : []));
  return lineOf([
    figure,
    values.length > 0 ? spreadText(values, unit) : 'not measured',
    others.length > 0 ? `${spreadText(others, unit)}: ${reference}` : '-',
    ratios.length > 0 ? spreadText(ratios) : '-',
    ...(aim ? aimCells(aim, aim[0] === 'ratio' ? ratios : values) : ['-', '']),
  ]);
}

function aimCells([of, bound, limit]: NonNullable<Measurement['aim']>, values: readonly number[]) {
  const median = percentile(values, 50);
  const isMet = bound === 'at least' ? median >= limit : median <= limit;
  return [
    `${bound} ${limit}${of === 'value' ? ' (ours)' : ''}`,
    values.length === 0 ? '' : isMet ? 'met' : '**missed**',
  ];
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The median, followed by the minimum and maximum if the values differ. */
function spreadText(values: readonly number[], unit = ''): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const range = least === most ? '' : ` (${numberText(least)} to ${numberText(most)})`;
  return `${numberText(percentile(values, 50))}${unit && ` ${unit}`}${range}`;
}

function numberText(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** Describes the machine and the Node that took the measurements. */
export function thisMachine(): string {
  const cores = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const system = `${process.platform} ${process.arch}`;
  return `${cores[0]?.model.trim()}, ${cores.length} cores, ${memory} GiB, ${system}, Node ${process.version}`;
}
