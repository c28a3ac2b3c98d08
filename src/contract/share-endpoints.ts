import { z } from 'zod';
import { byPart, SHARE_STATES } from '../domain/share.ts';
import { endpoint, nothing, own } from './endpoint.ts';
import * as field from './fields.ts';
import {
  passcode,
  shareId,
  shareLabel,
  shareScope,
  shareSecret,
  triedPasscode,
} from './share-fields.ts';
import { visitSummary } from './visit-summary.ts';

/** A link as its owner sees it. Its secret is only in the answer to the call that makes it. */
const share = z.object({
  shareId: z.string(),
  label: z.string(),
  scope: z.object(byPart(() => z.boolean())),
  /** The first day that the link shows; null for the days since the last visit. */
  from: z.string().nullable(),
  hasPasscode: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string(),
  endedAt: z.string().nullable(),
  state: z.enum(SHARE_STATES),
  openings: z.array(z.string()).meta({
    description: 'When it was opened, the latest first: at most the last 100 times.',
  }),
});
export type Share = z.infer<typeof share>;

const ofOneShare = {
  session: 'own',
  input: field.object({ ...own, shareId }),
  status: 200,
  answer: share,
} as const;

export const shareEndpoints = {
  makeShare: endpoint({
    summary:
      'Make a link with which someone can read the page for a visit, until it expires. A link for more than 30 days needs a proof from the last five minutes.',
    session: 'own',
    input: field.object({
      ...own,
      label: shareLabel.meta({ description: 'Whom it is for. Only the owner sees it.' }),
      expiresAt: field.instant.meta({ description: 'Within a year.' }),
      from: field.date.optional().meta({
        description:
          'The first day that it shows, but at most a year back; by default, the day of the last visit.',
      }),
      scope: shareScope.meta({ description: 'What it shows besides the symptoms.' }),
      passcode: passcode.optional(),
    }),
    status: 201,
    answer: z.object({
      shareId: z.string(),
      url: z.string().meta({ description: 'With the secret, which is not stored.' }),
    }),
    errors: [
      'signedOut',
      'userNotFound',
      'expiryOutOfRange',
      'confirmationNeeded',
      'tooManyShares',
    ],
  }),
  getShares: endpoint({
    summary:
      'The links, the latest first. Those that ended or expired are listed for 30 days more.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.array(share),
    errors: ['signedOut', 'userNotFound'],
  }),
  endShare: endpoint({
    summary: 'End a link. Nobody can open it any more, and the calls of its readers are rejected.',
    ...ofOneShare,
    errors: ['signedOut', 'userNotFound', 'shareNotFound'],
  }),
  restoreShare: endpoint({
    summary: 'Restore an ended link. The time when it expires does not change.',
    ...ofOneShare,
    errors: ['signedOut', 'userNotFound', 'shareNotFound', 'tooManyShares'],
  }),
  openShare: endpoint({
    summary:
      'Open a link: start a reader’s session in a cookie. A link that does not exist, a wrong secret and a link that has ended get the same answer.',
    session: 'none',
    input: field.object({ shareId, secret: shareSecret, passcode: triedPasscode.optional() }),
    status: 200,
    answer: nothing,
    errors: ['shareEnded', 'passcodeNeeded', 'wrongPasscode', 'shareLocked', 'tooManyAttempts'],
  }),
  getSharedVisit: endpoint({
    summary: 'What a link shows.',
    session: 'reader',
    input: field.object({ shareId }),
    status: 200,
    answer: z.object({ expiresAt: z.string(), visit: visitSummary }),
    errors: ['readerSignedOut', 'shareEnded'],
  }),
  getSharedReport: endpoint({
    summary: 'What a link shows, as a PDF.',
    session: 'reader',
    input: field.object({ shareId, paper: field.paper.default('Letter') }),
    status: 200,
    answer: z.string(),
    files: ['application/pdf'],
    errors: ['readerSignedOut', 'shareEnded', 'reportFailed', 'tooManyAttempts'],
  }),
};
