import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { GroupCommit } from './group-commit.ts';
import { SqliteFile } from './sqlite-file.ts';

let folder: string;
let path: string;
let file: SqliteFile;
let commits: GroupCommit;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
  path = join(folder, 'a.db');
  file = new SqliteFile(path, ['journal_mode = wal', 'synchronous = full']);
  file.command('create table words (word text unique) strict');
  commits = new GroupCommit(file);
});

afterEach(async () => {
  await commits.end();
  file.close();
  await rm(folder, { recursive: true, force: true });
});

function add(word: string): void {
  file.run(CompiledQuery.raw('insert into words values (?)', [word]));
}

async function transaction(word: string): Promise<void> {
  await commits.begin();
  add(word);
  await commits.commit();
}

/** Returns the committed rows, as another connection sees them. */
function committed(): unknown[] {
  const other = new DatabaseSync(path, { readOnly: true });
  try {
    return other
      .prepare('select word from words order by rowid')
      .all()
      .map((row) => row.word);
  } finally {
    other.close();
  }
}

/** Counts the commits during some work. */
async function countCommits(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const command = file.command.bind(file);
  file.command = (text) => {
    if (text === 'commit') count += 1;
    command(text);
  };
  await work();
  return count;
}

it('commits transactions that arrive together once, in their order', async () => {
  const words = Array.from({ length: 64 }, (_, index) => `word ${index}`);
  const count = await countCommits(() => Promise.all(words.map(transaction)));
  expect(count).toBe(1);
  expect(committed()).toEqual(words);
});

it('resolves no transaction before it is committed', async () => {
  const seen: unknown[][] = [];
  await Promise.all(
    ['first', 'second'].map(async (word) => {
      await transaction(word);
      seen.push(committed());
    }),
  );
  expect(seen).toEqual([
    ['first', 'second'],
    ['first', 'second'],
  ]);
});

it('rolls one back and keeps the others', async () => {
  await Promise.all([
    transaction('first'),
    (async () => {
      await commits.begin();
      add('undone');
      await commits.rollback();
    })(),
    transaction('last'),
  ]);
  expect(committed()).toEqual(['first', 'last']);
});

it('resolves a rollback only when the rows that it read are on disk', async () => {
  const first = transaction('first');
  await commits.begin();
  expect(() => add('first')).toThrow();
  await commits.rollback();
  expect(committed()).toEqual(['first']);
  await first;
});

it('rejects all transactions of a group whose commit fails, and continues', async () => {
  const command = file.command.bind(file);
  file.command = (text) => {
    if (text !== 'commit') return command(text);
    file.command = command;
    throw new Error('disk full');
  };
  const outcomes = await Promise.allSettled([transaction('first'), transaction('second')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(committed()).toEqual([]);
  await transaction('third');
  expect(committed()).toEqual(['third']);
});

it('rejects all transactions of a group that the database has rolled back by itself', async () => {
  const first = transaction('first');
  await commits.begin();
  add('second');
  // SQLite itself does this if the disk is full.
  file.command('rollback');
  const outcomes = await Promise.allSettled([first, commits.commit()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await transaction('third');
  expect(committed()).toEqual(['third']);
});

it('waits for another process that is writing', async () => {
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  other.exec("insert into words values ('other')");
  const ours = transaction('ours');
  setImmediate(() => {
    other.exec('commit');
    other.close();
  });
  await ours;
  expect(committed()).toEqual(['other', 'ours']);
});

it('rejects a rollback if the rows that it read are rolled back too', async () => {
  const command = file.command.bind(file);
  file.command = (text) => {
    if (text === 'commit') throw new Error('disk full');
    command(text);
  };
  const first = transaction('first');
  await commits.begin();
  expect(() => add('first')).toThrow();
  const outcomes = await Promise.allSettled([first, commits.rollback()]);
  file.command = command;
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(committed()).toEqual([]);
});

it('continues after both commit and rollback have failed', async () => {
  const command = file.command.bind(file);
  file.command = (text) => {
    if (['commit', 'rollback'].includes(text)) throw new Error('disk broken');
    command(text);
  };
  await expect(transaction('first')).rejects.toThrow('disk broken');
  await expect(transaction('second')).rejects.toThrow('disk broken');
  file.command = command;
  await transaction('third');
  expect(committed()).toEqual(['third']);
});

it('waits for another process once, not once per waiting transaction', async () => {
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  let tries = 0;
  const command = file.command.bind(file);
  const { now } = performance;
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  file.command = (text) => {
    tries += 1;
    // At the third try, set the clock a minute ahead, so that the wait times out.
    if (tries === 3) clock.mockImplementation(() => now.call(performance) + 60_000);
    command(text);
  };
  const [first, ...others] = ['first', 'second', 'third'].map(transaction);
  await expect(first).rejects.toThrow('locked');
  const before = tries;
  const outcomes = await Promise.allSettled(others);
  other.close();
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  // Each of the two others tries once, without a wait, because the lock may be free by then.
  expect(tries - before).toBeLessThanOrEqual(2);
});
