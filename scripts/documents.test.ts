import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Checks docs/asvs.md: it lists every requirement once, with right counts, and names only files that exist. Checks
 * docs/decisions: the index lists every record once. All links and pictures of all documents lead to something.
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

const INDEX = 'docs/decisions/README.md';
const RECORDS = globSync('docs/decisions/[0-9]*.md');

it('lists every decision once, with its title, in the index', () => {
  const listed = readFileSync(INDEX, 'utf8').match(/^- \[.+\]\(.+\.md\)(?=: )/gm);
  const records = RECORDS.map((path) => {
    const [title = ''] = readFileSync(path, 'utf8').split('\n', 1);
    return `- [${title.slice('# '.length)}](${path.slice('docs/decisions/'.length)})`;
  });
  expect(listed?.sort()).toEqual(records.sort());
});

/** All documents, without those of packages. */
const DOCUMENTS = globSync('{*,docs/**/*,bench/**/*,deploy/**/*,.github/**/*}.md');

/** The names that GitHub gives to the headings of a document. */
function anchorsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8').match(/^#+ .+$/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it('knows the documents', () => {
  for (const known of ['README.md', 'docs/guide/first-day.md', 'deploy/cluster/README.md', INDEX]) {
    expect(DOCUMENTS).toContain(known);
  }
});

it.each(DOCUMENTS)('has only links and pictures that lead to something in %s', (path) => {
  const links = readFileSync(path, 'utf8').matchAll(
    /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]+))?\)/g,
  );
  const missing = [...links].filter(([, to = '', anchor]) => {
    const file = to === '' ? path : join(dirname(path), to);
    return !existsSync(file) || (anchor && !anchorsOf(file).includes(anchor));
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});
