import { shareState } from '../../domain/share.ts';
import type { Context } from '../context.ts';
import { addressOf, limitAttempts, shareTriesOf } from '../identity/attempts.ts';
import { verifyPassword } from '../identity/passwords.ts';
import { findOpenable, type OpenableShare } from '../identity/queries/readers.ts';
import { setReader } from '../identity/readers.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { addOpening, countTry, forgiveTry } from './queries/openings.ts';

/**
 * Opens a link for someone without a session. Only a holder of the secret learns anything about the link: every other
 * call does the same work and gets the same answer.
 */
export const openShare = route('openShare', async ({ context, input, request, reply }) => {
  const { db, limits, clock } = context;
  const { shareId, secret, passcode } = input;
  const limited = [`shares opened from ${addressOf(request)}`, shareTriesOf(shareId)];
  const found = await limitAttempts(context, limited, async () => {
    const share = await findOpenable(db, shareId);
    // The timing of this comparison says nothing about the secret, because both are hashes.
    if (share?.secretHash !== hashOfToken(secret)) return undefined;
    const state = shareState(share, clock());
    if (state === 'locked') throw fail('shareLocked');
    if (state !== 'live') return undefined;
    if (share.passcodeHash === '') return share;
    if (passcode === undefined) return 'passcodeNeeded';
    await checkPasscode(context, share, passcode);
    return share;
  });
  if (!found) throw fail('shareEnded');
  if (found === 'passcodeNeeded') throw fail(found);
  const token = randomToken();
  const outcome = await addOpening(db, found, hashOfToken(token), limits.shareOpenings, clock());
  if (outcome !== 'opened') throw fail(outcome);
  setReader(context, reply, { shareId, token });
  return {};
});

/** @throws wrongPasscode, shareLocked */
async function checkPasscode(
  { db }: Context,
  share: OpenableShare,
  passcode: string,
): Promise<void> {
  if (!(await countTry(db, share))) throw fail('shareLocked');
  let isRight = false;
  try {
    isRight = await verifyPassword(passcode, share.passcodeHash);
  } catch (error) {
    // The server is busy: nobody has learned anything.
    await forgiveTry(db, share);
    throw error;
  }
  if (!isRight) throw fail('wrongPasscode');
  await forgiveTry(db, share);
}
