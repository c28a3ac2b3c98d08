import { namedAs } from '../identity/access.ts';
import { openInvitation } from '../identity/invitation-secrets.ts';
import { findNames } from '../identity/queries/access.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { helpedAnswer } from '../profile/serializer.ts';
import { acceptInvitation as accept, holdAcceptance } from './queries/caregivers.ts';
import { startLetters } from './start-letters.ts';

export const acceptInvitation = route(
  'acceptInvitation',
  async ({ context, input, session, request }) => {
    const { config, db, outbox, jobs, clock } = context;
    const { userId: helperId, email } = session;
    const invitation = await openInvitation(context, request, input.secret);
    const { userId, may, email: invited } = invitation;
    if (userId === helperId) throw fail('ownInvitation');
    const names = await findNames(db, [userId, helperId]);
    const [person, helper] = [names.get(userId), names.get(helperId)];
    if (!person || !helper) throw fail('invitationSpent');
    if (invited !== email) {
      const link = `${config.publicUrl}/dashboard`;
      const letter = outbox.enclose({
        to: person.email,
        letter: { kind: 'caregiverWaits', ...namedAs(helper), invited, link },
        userId,
        toProvenOnly: true,
      });
      if (!(await holdAcceptance(db, invitation, { helperId, letter, now: clock() }))) {
        throw fail('invitationSpent');
      }
      jobs.wake('mail');
      return { waits: true as const };
    }
    const helped = await accept(db, invitation, {
      helperId,
      proves: invitation.isByLetter,
      letters: startLetters(context, { person, helper, may }),
      now: clock(),
    });
    if (helped === 'invitationSpent') throw fail(helped);
    jobs.wake('mail');
    return helpedAnswer(helped);
  },
);
