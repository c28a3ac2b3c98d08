import type { Stays } from '../identity/stays.ts';
import { answersFor, type Known } from './person.ts';
import { makeReminders } from './reminders.ts';
import { type Answers, refuse } from './server.ts';
import { makeShareOf } from './sharing.ts';

export const ALL_STAYS: Stays = {
  waysIn: [{ wayId: 'a'.repeat(64), kind: 'google', email: 'ada@gmail.com' }],
  caregivers: [
    {
      caregiverId: '3f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f53',
      name: 'Anna',
      email: 'anna@example.org',
    },
  ],
  invitations: [{ invitationId: '4f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f53', email: 'tom@example.org' }],
  links: [{ shareId: '5f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f53', label: 'Dr. Gordon' }],
  ntfy: true,
};

/** The answers for a person whom a reset asks what may stay. Ending one of these removes it from the list. */
export function staysKeeper({ profile, session }: Known, stored: Stays): Answers {
  let stays = stored;
  return {
    ...answersFor({ profile, session: { ...session, asksWhatStays: true } }),
    getStays: () => stays,
    removeWayIn: ({ wayId }) => {
      stays = { ...stays, waysIn: stays.waysIn.filter((each) => each.wayId !== wayId) };
      return {};
    },
    endCaregiver: ({ caregiverId }) => {
      const caregivers = stays.caregivers.filter((each) => each.caregiverId !== caregiverId);
      stays = { ...stays, caregivers };
      return {};
    },
    endInvitation: ({ invitationId }) => {
      const invitations = stays.invitations.filter((each) => each.invitationId !== invitationId);
      stays = { ...stays, invitations };
      return {};
    },
    endShare: ({ shareId }) => {
      stays = { ...stays, links: stays.links.filter((each) => each.shareId !== shareId) };
      return makeShareOf({ shareId, state: 'ended' });
    },
    saveReminders: () => {
      stays = { ...stays, ntfy: false };
      return makeReminders();
    },
    letAllStay: {},
    proveOwner: refuse('wrongPassword'),
  };
}
