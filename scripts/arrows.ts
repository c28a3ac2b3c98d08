import { spawnSync } from 'node:child_process';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { RULES } from './arrow-rules.ts';

/**
 * node scripts/arrows.ts
 *
 * Checks that no room imports what it must not, and that no files import each other in a circle. Exits with 1
 * otherwise, and where it has read fewer files than git lists.
 */
const { output } = await cruise(['src'], {
  // TypeScript 7 has no interface for other tools.
  parser: 'swc',
  // Imports of types count.
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
