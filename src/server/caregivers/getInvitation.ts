import { isoOf } from '../../domain/zone.ts';
import { nameOr } from '../identity/access.ts';
import { openInvitation } from '../identity/invitation-secrets.ts';
import { findNames } from '../identity/queries/access.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';

export const getInvitation = route('getInvitation', async ({ context, input, request }) => {
  const { userId, email, may, notes, expiresAt } = await openInvitation(
    context,
    request,
    input.secret,
  );
  const person = (await findNames(context.db, [userId])).get(userId);
  if (!person) throw fail('invitationSpent');
  const { firstName } = person;
  const name = nameOr(person.email, person);
  return { name, firstName, email, may, notes, expiresAt: isoOf(expiresAt) };
});
