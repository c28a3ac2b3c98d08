import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { hashOfToken } from '../platform/secrets.ts';
import { byNetwork, limitAttempts } from './attempts.ts';
import { undoEmailChange as undoStored } from './queries/email-undos.ts';
import { identityId } from './ways-in.ts';

/** Gives an account back the address that it had. It works without a session, from the letter to that address alone. */
export const undoEmailChange = route('undoEmailChange', async ({ context, input, request }) => {
  const { db, secrets, limits, outbox, jobs, clock } = context;
  const undo = {
    secretHash: hashOfToken(input.secret),
    hashOf: secrets.keyedHash,
    idOf: (identity) => identityId(secrets, identity),
    noticeTo: (to, userId) => outbox.enclose({ to, letter: { kind: 'emailChangedBack' }, userId }),
  } satisfies Parameters<typeof undoStored>[1];
  const limited = byNetwork(context, request, limits.attempts);
  const result = await limitAttempts(context, limited, async () => {
    const outcome = await undoStored(db, undo, clock());
    return outcome === 'gone' ? undefined : outcome;
  });
  if (result !== 'undone') throw fail(result ?? 'emailUndoEnded');
  jobs.wake('mail');
  jobs.wake('revoke');
  return {};
});
