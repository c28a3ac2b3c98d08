import { parseArgs } from 'node:util';
import { besideDirectus } from './figures/directus.ts';
import { doses } from './figures/doses.ts';
import { earlyPresses } from './figures/early-presses.ts';
import { firstPaint } from './figures/first-paint.ts';
import { lighthouseScores } from './figures/lighthouse.ts';
import { pages } from './figures/pages.ts';
import { heights, reactions } from './figures/phone.ts';
import { reminders } from './figures/reminders.ts';
import { onPostgres, savesOnSqlite } from './figures/saves.ts';
import { screens } from './figures/screens.ts';
import { sizes } from './figures/sizes.ts';
import { type Figure, HEAD, rowOf, thisMachine } from './measuring/figure.ts';

/**
 * Measures the speed of the app, compared with references on the same machine in the same run.
 *
 *   npm run bench                     every figure, five rounds each
 *   npm run bench -- saves-on-sqlite  only this figure
 *   npm run bench -- --rounds 1       one round
 *   npm run bench -- --scale 0.2      a fifth of the time, to try the command itself
 */
const FIGURES: Readonly<Record<string, Figure>> = {
  'saves-on-sqlite': savesOnSqlite,
  postgres: onPostgres,
  directus: besideDirectus,
  sizes,
  heights,
  screens,
  reactions,
  lighthouse: lighthouseScores,
  'first-paint': firstPaint,
  'early-presses': earlyPresses,
  pages,
  doses,
  reminders,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    scale: { type: 'string', default: '1' },
  },
});
const options = { rounds: Number(values.rounds), scale: Number(values.scale) };
const rows: string[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(FIGURES)) {
  const figure = FIGURES[name];
  if (!figure) throw new Error(`There is no figure called ${name}`);
  process.stdout.write(`${name} …\n`);
  rows.push(...(await figure(options)).map(rowOf));
}
const day = new Date().toISOString().slice(0, 10);
const about = `On ${day}: ${thisMachine()}. Medians of ${options.rounds} rounds, with minimum and maximum.`;
process.stdout.write(`\n${about}\n\n${HEAD}\n${rows.join('\n')}\n`);
