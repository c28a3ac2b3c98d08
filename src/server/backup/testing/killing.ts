import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { copiesIn } from '../copies-folder.ts';
import type { CopyAnswer } from '../copy-process.ts';
import type { CopyOrder } from '../make-copy.ts';
import { openBackup } from '../restore.ts';

const PROCESS = new URL('../copy-process.ts', import.meta.url);

/** Makes a copy in a process, as the app does, and kills the process after some time. */
export async function copyKilledAfter(
  order: CopyOrder,
  ms: number,
): Promise<CopyAnswer | undefined> {
  const child = fork(PROCESS, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  let answer: CopyAnswer | undefined;
  child.on('message', (message) => {
    answer = message as CopyAnswer;
  });
  const ended = once(child, 'exit');
  child.send(order, () => {});
  await Promise.race([setTimeout(ms, undefined, { ref: false }), ended]);
  child.kill('SIGKILL');
  await ended;
  return answer;
}

/** Opens the newest copies of a folder, and returns how many the folder has. */
export async function expectGoodCopies(order: CopyOrder, newest = 1): Promise<number> {
  const copies = copiesIn(order.copies.folder);
  for (const { path } of copies.slice(0, newest)) await openBackup(order, path);
  return copies.length;
}
