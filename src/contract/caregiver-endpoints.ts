import { z } from 'zod';
import { endpoint, nothing, own } from './endpoint.ts';
import { helped } from './entities.ts';
import * as field from './fields.ts';

/** Calls for people who help: caregivers with accounts of their own. */

const allowed = {
  may: field.may,
  notes: field.flag.default(false).meta({ description: 'Whether they may read notes.' }),
};

/** Whether an invitation goes out by letter. */
const MAILED = ['sent', 'noMail', 'unproven', 'tooMany', 'accountsOnly'] as const;

const allowedAnswer = { may: field.may, notes: z.boolean() };

export const caregiverEndpoints = {
  inviteCaregiver: endpoint({
    summary:
      'Invite a caregiver. A letter goes to the address if the person’s own is proven, at most 20 times a day. The link in the answer works too, but does not prove the address. A new invitation replaces an earlier one of the same address. Needs a proof from the last five minutes.',
    session: 'own',
    input: field.object({ ...own, email: field.email, ...allowed }),
    status: 200,
    answer: z.object({
      invitationId: z.string(),
      url: z.string(),
      mailed: z.enum(MAILED).meta({
        description:
          'Was a letter sent? If not, why, and the person must pass on the link. noMail: the server sends no email. unproven: the person’s own address is not proven. tooMany: the limit of letters is reached. accountsOnly: sent only if the address has an account.',
      }),
    }),
    errors: ['signedOut', 'userNotFound', 'ownAddress', 'confirmationNeeded', 'tooManyCaregivers'],
  }),
  getCaregivers: endpoint({
    summary: 'List who helps the person and whom the person helps. Also list the open invitations.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.object({
      caregivers: z.array(
        z.object({
          caregiverId: z.string(),
          name: z.string(),
          email: z.string(),
          ...allowedAnswer,
          since: z.string(),
          /** When the caregiver last used the access; null before the first time. */
          lastSeenAt: z.string().nullable(),
        }),
      ),
      invitations: z.array(
        z.object({
          invitationId: z.string(),
          email: z.string(),
          ...allowedAnswer,
          url: z.string(),
          expiresAt: z.string(),
        }),
      ),
      helps: z.array(helped),
    }),
    errors: ['signedOut', 'userNotFound'],
  }),
  endInvitation: endpoint({
    summary: 'Take back an open invitation. Its link stops working.',
    session: 'own',
    input: field.object({ ...own, invitationId: field.submissionId }),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound'],
  }),
  getInvitation: endpoint({
    summary:
      'Show who sent an invitation, and which access it gives. The caller must have its secret.',
    session: 'none',
    input: field.object({ secret: field.challenge }),
    status: 200,
    answer: z.object({
      name: z.string(),
      firstName: z.string(),
      /** The address that was invited. */
      email: z.string(),
      ...allowedAnswer,
      expiresAt: z.string(),
    }),
    errors: ['invitationSpent', 'tooManyAttempts'],
  }),
  acceptInvitation: endpoint({
    summary:
      'Accept an invitation. The link in the letter also proves the address. If another address was invited, the caller waits for the person’s yes, for up to 30 days.',
    session: 'own',
    input: field.object({ ...own, secret: field.challenge }),
    status: 200,
    answer: z.union([helped, z.object({ waits: z.literal(true) })]),
    errors: ['signedOut', 'userNotFound', 'invitationSpent', 'ownInvitation', 'tooManyAttempts'],
  }),
  confirmCaregiver: endpoint({
    summary:
      'Say yes or no to a helper who did not use the invited address. No ends the invitation. Yes needs a proof from the last five minutes.',
    session: 'own',
    input: field.object({ ...own, caregiverId: field.submissionId, confirmed: field.flag }),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound', 'confirmationNeeded', 'caregiverNotFound'],
  }),
  updateCaregiver: endpoint({
    summary: 'Change what a caregiver may do.',
    session: 'own',
    input: field.object({
      ...own,
      caregiverId: field.submissionId,
      may: field.may,
      notes: field.flag,
    }),
    status: 200,
    answer: z.object(allowedAnswer),
    errors: ['signedOut', 'userNotFound', 'caregiverNotFound'],
  }),
  endCaregiver: endpoint({
    summary: 'End the access of a caregiver at once. Either side may.',
    session: 'own',
    input: field.object({ ...own, caregiverId: field.submissionId }),
    status: 200,
    answer: nothing,
    errors: ['signedOut', 'userNotFound', 'caregiverNotFound'],
  }),
};
