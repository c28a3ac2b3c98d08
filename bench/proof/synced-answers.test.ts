import { expect, it } from 'vitest';
import { answersBeforeTheirSync } from './synced-answers.ts';

const [ONE, OTHER] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
];
const write = (id = '') =>
  `7 pwrite64(20</data/symptom-tracker.db-wal>, "\\0${id}", 4096, 0) = 4096`;
const answer = (id = '') =>
  `7 writev(30<TCP>, [{iov_base="HTTP/1.1 200 OK{${id}}", iov_len=9}], 1) = 9`;
const SYNC = '7 fdatasync(20</data/symptom-tracker.db-wal>) = 0';
const BEGUN = '9 fdatasync(20</data/symptom-tracker.db-wal> <unfinished ...>';
const ENDED = '9 <... fdatasync resumed>)         = 0';

it.each([
  ['an answer after its sync', [write(ONE), SYNC, answer(ONE)], 0],
  ['before it', [write(ONE), answer(ONE), SYNC], 1],
  ['after the sync of another', [write(OTHER), SYNC, write(ONE), answer(OTHER), answer(ONE)], 1],
  ['two that share one', [write(ONE), write(OTHER), SYNC, answer(OTHER), answer(ONE)], 0],
  ['after a sync that began before it was written', [BEGUN, write(ONE), ENDED, answer(ONE)], 1],
  ['while its sync goes on', [write(ONE), BEGUN, answer(ONE), ENDED], 1],
  ['after one that has come back', [write(ONE), BEGUN, ENDED, answer(ONE)], 0],
  ['after one that failed', [write(ONE), SYNC.replace('= 0', '= -1 EIO'), answer(ONE)], 1],
  ['that tells of nothing', [write(ONE), SYNC, answer()], 1],
])('%s', (_, lines, unsynced) => {
  expect(answersBeforeTheirSync(lines.join('\n'))).toMatchObject({ unsynced });
});
