import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * Checks docs/asvs.md: it lists every requirement once, with right counts, and names only files that exist.
 */

const TEXT = readFileSync('docs/asvs.md', 'utf8');
/** One line per chapter and level: chapter, level, numbers. */
const LIST = readFileSync('docs/asvs.txt', 'utf8');

const STATES = ['met', 'not applicable', '**not met**'];
const FILE = /`((?:[\w@.-]+\/)+[\w.-]+|[\w.-]+\.(?:ts|json|md|txt)|Dockerfile|\.dockerignore)`/g;

interface Row {
  readonly number: string;
  readonly level: string;
  readonly state: string;
  readonly reason: string;
}

const rows = [
  ...TEXT.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm),
].map(
  ([, number = '', level = '', state = '', reason = '']): Row => ({ number, level, state, reason }),
);

function filesIn(text: string): string[] {
  return [...text.matchAll(FILE)].map(([, name = '']) => name);
}

function numbered(state: string): number {
  return rows.filter((row) => row.state === state).length;
}

it('lists every requirement of levels 1 and 2 once, in its chapter and with its level', () => {
  const asked = LIST.trim()
    .split('\n')
    .flatMap((line) => {
      const [, level = '', ...numbers] = line.split(' ');
      return numbers.map((number) => `${number} L${level.slice(1)}`);
    });
  expect(asked).toHaveLength(253);
  expect(rows.map(({ number, level }) => `${number} L${level}`).sort()).toEqual(asked.sort());
  expect(TEXT.match(/^\| \d/gm)).toHaveLength(rows.length);
  expect(rows.filter(({ state, reason }) => !STATES.includes(state) || reason === '')).toEqual([]);
});

it('states the right number of requirements of each kind at its top', () => {
  const [met, notApplicable, notMet] = STATES.map(numbered);
  const top = TEXT.slice(0, TEXT.indexOf('\n## ')).replaceAll('\n', ' ');
  expect(top).toContain(
    `Of ${rows.length} requirements (70 of level 1, 183 of level 2), ${met} are met, ${notApplicable} are not applicable and ${notMet} are not met.`,
  );
  const missing = rows.filter(({ state }) => state === '**not met**').map(({ number }) => number);
  expect(top).toContain(`Not met are ${missing.join(', ')}.`);
  const others = rows.filter(({ reason }) => reason.startsWith('whoever runs it'));
  expect(top).toContain(`Of those not applicable, ${others.length} are for whoever runs the app`);
});

it('names only existing files, and at least one for each requirement that is met', () => {
  const missing = filesIn(TEXT).filter(
    (name) => ![name, `src/${name}`].some((path) => existsSync(path)),
  );
  expect(missing).toEqual([]);
  const unproven = rows.filter(
    ({ state, reason }) => state === 'met' && reason !== 'the same' && filesIn(reason).length === 0,
  );
  expect(unproven).toEqual([]);
});
