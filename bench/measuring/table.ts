import { readFile, writeFile } from 'node:fs/promises';
import type { Aim, Result, Spread } from './figure.ts';
import type { Machine } from './machine.ts';

/** Between these stands the table of a page. */
const MARKS = ['<!-- bench -->', '<!-- /bench -->'] as const;

const HEAD = ['figure', 'ours', 'reference', 'ratio', 'aim', ''];

export function tableOf(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.figure,
    result.ours ? spreadText(result.ours, result.unit) : 'not taken',
    result.other ? `${spreadText(result.other, result.unit)}: ${result.reference}` : '-',
    result.ratio ? spreadText(result.ratio) : '-',
    aimText(result),
    result.isMet === undefined ? '' : result.isMet ? 'met' : '**missed**',
  ]);
  return [HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function machineText({ cpu, cores, memoryGiB, system, node }: Machine): string {
  return `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node}`;
}

/** Puts the table between the marks of a page. */
export async function putInto(path: string, content: string): Promise<void> {
  const page = await readFile(path, 'utf8');
  const [before, rest] = page.split(MARKS[0]);
  const after = rest?.split(MARKS[1])[1];
  if (after === undefined) throw new Error(`${path} has no ${MARKS.join(' … ')}`);
  await writeFile(path, `${before}${MARKS[0]}\n\n${content}\n\n${MARKS[1]}${after}`);
}

function aimText({ aim, ratioAim }: Result): string {
  if (aim) return `${bound(aim)} in itself`;
  return ratioAim ? bound(ratioAim) : '-';
}

function bound(aim: Aim): string {
  return 'atLeast' in aim ? `at least ${aim.atLeast}` : `at most ${aim.atMost}`;
}

/** The median, and where the rounds differ, the least and the most of them. */
function spreadText({ median, least, most }: Spread, unit = ''): string {
  const range = least === most ? '' : ` (${numberText(least)} to ${numberText(most)})`;
  return `${numberText(median)}${unit && ` ${unit}`}${range}`;
}

function numberText(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}
