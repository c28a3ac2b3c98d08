import { spawnSync } from 'node:child_process';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { RULES } from './arrow-rules.ts';

/**
 * node scripts/arrows.ts
 *
 * Checks the import rules of all rooms, and finds import cycles. Exits with 1 on a violation, or if it has
 * read fewer files than git lists.
 */
const { output } = await cruise(['src'], {
  // TypeScript's own parser cannot be used: TypeScript 7 has no API for other tools.
  parser: 'swc',
  // Checks imports of types too.
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  validate: true,
  ruleSet: { forbidden: RULES },
});
const { modules, summary } = output as ICruiseResult;

const { stdout } = spawnSync('git', ['ls-files', 'src/*.ts', 'src/*.tsx'], { encoding: 'utf8' });
const listed = stdout.split('\n').filter(Boolean);
const read = new Set(modules.map(({ source }) => source));
const unread = listed.filter((path) => !read.has(path));

for (const path of unread) say(`${path} was not read`);
for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle ? cycle.map(({ name }) => name).join(' -> ') : to;
  say(`${from} -> ${path}: breaks '${rule.name}'`);
}
const faults = unread.length + summary.violations.length;
say(`${listed.length} files, ${faults} faults`);
if (listed.length === 0 || faults > 0) process.exitCode = 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
