import { type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest';

/**
 * Skips the PostgreSQL tests of a file that also runs them on SQLite, which halves the time for each mutant.
 */
export default class SqliteRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    for (const { tasks } of files) {
      if (!tasks.some(({ name }) => name === 'on SQLite')) continue;
      for (const task of tasks) if (task.name === 'on PostgreSQL') skip(task);
    }
  }
}

function skip(task: RunnerTask): void {
  task.mode = 'skip';
  if ('tasks' in task) for (const each of task.tasks) skip(each);
}
