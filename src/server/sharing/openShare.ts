import { shareState } from '../../domain/share.ts';
import type { Context } from '../context.ts';
import { byNetwork, limitAttempts, limitFailedTry } from '../identity/attempts.ts';
import { limited } from '../identity/counted.ts';
import { laneOf } from '../identity/guesses.ts';
import type { Lane } from '../identity/hash-queue.ts';
import { findOpenable, type OpenableShare } from '../identity/queries/readers.ts';
import { setReader } from '../identity/readers.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { addOpening, countTry, forgiveTry } from './queries/openings.ts';

/**
 * Opens a link for someone without a session. Only a holder of the secret learns anything about the link: every other
 * call does the same work and gets the same answer.
 *
 * Calls without the right secret are limited by IP address and by link. These limits do not apply to a call with the
 * secret. Otherwise somebody who knows only the `shareId` could use up the tries, and the holder of the secret could
 * not open the link.
 */
export const openShare = route('openShare', async ({ context, input, request, reply }) => {
  const { db, limits, clock } = context;
  const { shareId, secret, passcode } = input;
  const found = await findOpenable(db, shareId);
  // The timing of this comparison reveals nothing about the secret, because it compares hashes.
  const share = found?.secretHash === hashOfToken(secret) ? found : undefined;
  const state = share && shareState(share, clock());
  if (state === 'locked') throw fail('shareLocked');
  if (!share || state !== 'live') {
    const networks = byNetwork(context, request, limits.attempts, 'shares opened from ');
    await limitFailedTry(context, [...networks, limited(context, 'linkTries', shareId)]);
    throw fail('shareEnded');
  }
  if (share.passcodeHash !== '') {
    if (passcode === undefined) throw fail('passcodeNeeded');
    // Too many wrong passcodes lock the link, so here only the tries from one IP address need a limit.
    const passcodes = byNetwork(context, request, limits.attempts, 'passcodes from ');
    await limitAttempts(context, passcodes, async () => {
      await checkPasscode(context, share, passcode, laneOf(request));
      return share;
    });
  }
  const token = randomToken();
  const outcome = await addOpening(db, share, hashOfToken(token), limits.shareOpenings, clock());
  if (outcome !== 'opened') throw fail(outcome);
  setReader(context, reply, { shareId, token });
  return {};
});

/** @throws wrongPasscode, shareLocked */
async function checkPasscode(
  { db, passwords }: Context,
  share: OpenableShare,
  passcode: string,
  lane: Lane,
): Promise<void> {
  if (!(await countTry(db, share))) throw fail('shareLocked');
  let isRight = false;
  try {
    isRight = await passwords.verify(passcode, share.passcodeHash, lane);
  } catch (error) {
    // The server was too busy to check the passcode, so the caller has learned nothing.
    await forgiveTry(db, share);
    throw error;
  }
  if (!isRight) throw fail('wrongPasscode');
  await forgiveTry(db, share);
}
