import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chartRead } from './figures/chart-read.ts';
import { lighthouseScores } from './figures/lighthouse.ts';
import { postgres } from './figures/postgres.ts';
import { processFigures } from './figures/process.ts';
import { savesOnSqlite } from './figures/saves-on-sqlite.ts';
import { sizes } from './figures/sizes.ts';
import { timeframe } from './figures/timeframe.ts';
import { visits } from './figures/visits.ts';
import { type Figure, type Result, resultOf } from './measuring/figure.ts';
import { thisMachine } from './measuring/machine.ts';
import { machineText, putInto, tableOf } from './measuring/table.ts';

/**
 * Measures how fast the product is, beside references on the same machine in the same run.
 *
 *   npm run bench                            every figure, three rounds each
 *   npm run bench -- saves-on-sqlite         that one alone
 *   npm run bench -- --rounds 5              takes five rounds
 *   npm run bench -- --scale 0.2             a fifth as long and as large, to try the measuring itself
 *   npm run bench -- --into bench/README.md  puts the table between the page's marks
 *
 * The results are also written to `bench/results`, unless only some figures were measured or in small.
 */
const FIGURES: readonly Figure[] = [
  savesOnSqlite,
  postgres,
  chartRead,
  visits,
  sizes,
  timeframe,
  lighthouseScores,
  processFigures,
];
const RESULTS = resolve(import.meta.dirname, 'results');

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    scale: { type: 'string', default: '1' },
    into: { type: 'string' },
  },
});
const unknown = chosen.filter((name) => !FIGURES.some((figure) => figure.name === name));
if (unknown.length > 0) throw new Error(`There is no figure ${unknown.join(', ')}`);

const rounds = Number(options.rounds);
const scale = Number(options.scale);
const results: Result[] = [];
for (const figure of FIGURES.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
  process.stdout.write(`${figure.name} …\n`);
  const measured = (await figure.measure({ rounds, scale })).map(resultOf);
  results.push(...measured);
  process.stdout.write(`${tableOf(measured).split('\n').slice(2).join('\n')}\n`);
}

const day = new Date().toISOString().slice(0, 10);
const machine = thisMachine();
const table = tableOf(results);
const content = `On ${day}: ${machineText(machine)}. Medians of ${rounds} rounds, least and most of them.\n\n${table}`;
process.stdout.write(`\n${content}\n`);
if (chosen.length === 0 && scale === 1) {
  await mkdir(RESULTS, { recursive: true });
  const written = { day, machine, rounds, results };
  await writeFile(join(RESULTS, `${day}.json`), `${JSON.stringify(written, undefined, 2)}\n`);
}
if (options.into) await putInto(options.into, content);
