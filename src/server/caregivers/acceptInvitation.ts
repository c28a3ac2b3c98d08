import { namedAs } from '../identity/access.ts';
import { openInvitation } from '../identity/invitation-secrets.ts';
import { findNames } from '../identity/queries/access.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { helpedAnswer } from '../profile/serializer.ts';
import { acceptInvitation as accept } from './queries/caregivers.ts';

export const acceptInvitation = route(
  'acceptInvitation',
  async ({ context, input, session, request }) => {
    const { db, outbox, jobs, clock } = context;
    const { userId: helperId, email } = session;
    const invitation = await openInvitation(context, request, input.secret);
    const { userId, may } = invitation;
    if (userId === helperId) throw fail('ownInvitation');
    const names = await findNames(db, [userId, helperId]);
    const [person, helper] = [names.get(userId), names.get(helperId)];
    if (!person || !helper) throw fail('invitationSpent');
    const toPerson = { kind: 'caregiverStarted', ...namedAs(helper), may } as const;
    const toHelper = { kind: 'helpStarted', ...namedAs(person), may } as const;
    const helped = await accept(db, invitation, {
      helperId,
      proves: invitation.isByLetter && invitation.email === email,
      letters: [
        outbox.enclose({ to: person.email, letter: toPerson, userId }),
        outbox.enclose({ to: email, letter: toHelper, userId: helperId }),
      ],
      now: clock(),
    });
    if (helped === 'invitationSpent') throw fail(helped);
    jobs.wake('mail');
    return helpedAnswer(helped);
  },
);
