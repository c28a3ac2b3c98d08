import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { requireProof } from './owner.ts';
import { removeWayIn as removeStoredWayIn } from './queries/ways-in.ts';
import { identityId, waysInOf } from './ways-in.ts';

/** Removes a way to sign in. Nobody can remove the last one (DECISIONS 42). */
export const removeWayIn = route('removeWayIn', async ({ context, input, session }) => {
  const { db, outbox, secrets, jobs, clock } = context;
  requireProof(context, session);
  const result = await removeStoredWayIn(
    db,
    session,
    input.wayId,
    {
      waysInOf: (...all) => waysInOf(context, ...all),
      idOf: (identity) => identityId(secrets, identity),
      letterFor: ({ userId, email }, name) =>
        outbox.enclose({ to: email, letter: { kind: 'passkeyRemoved', name }, userId }),
    },
    clock(),
  );
  if (result !== 'removed') throw fail(result);
  // The provider's tokens may have to be revoked.
  jobs.wake('revoke');
  jobs.wake('mail');
  return {};
});
