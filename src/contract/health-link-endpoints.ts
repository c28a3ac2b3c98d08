import { z } from 'zod';
import { HEALTH_LINK_STATES } from '../domain/share.ts';
import { endpoint, own } from './endpoint.ts';
import * as field from './fields.ts';
import { shareScope } from './share-fields.ts';

/** A health link as its owner sees it. Its secret and its key are only in the answer to the call that makes it. */
const healthLink = z.object({
  healthLinkId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  endedAt: z.string().nullable(),
  state: z.enum(HEALTH_LINK_STATES),
  readings: z
    .array(
      z.object({
        at: z.string(),
        recipient: z.string().meta({ description: 'The name that the other system gave.' }),
      }),
    )
    .meta({ description: 'Who collected the report, the latest first.' }),
});
export type HealthLink = z.infer<typeof healthLink>;

const report = field.object({
  ...own,
  scope: shareScope.meta({ description: 'What the report has besides the symptoms.' }),
  from: field.date.optional().meta({
    description:
      'The first day of the report, but at most a year back; by default, the day of the last visit.',
  }),
  paper: field.paper.default('Letter'),
});
const reportErrors = [
  'signedOut',
  'userNotFound',
  'healthFileTooLarge',
  'reportFailed',
  'tooManyAttempts',
] as const;

export const healthLinkEndpoints = {
  makeHealthLink: endpoint({
    summary:
      'Make a SMART Health Link to the report, for 15 minutes. The server keeps the encrypted report, but not its key.',
    session: 'own',
    input: report,
    status: 201,
    answer: z.object({
      healthLinkId: z.string(),
      link: z.string().meta({ description: 'It begins with shlink:/ and has the key.' }),
      expiresAt: z.string(),
    }),
    errors: [...reportErrors, 'notReachable', 'tooManyHealthLinks'],
  }),
  makeHealthFile: endpoint({
    summary: 'The same report as a file: a FHIR R4 bundle with the PDF, not encrypted.',
    session: 'own',
    input: report,
    status: 200,
    answer: z.string(),
    files: ['application/fhir+json; charset=utf-8'],
    errors: reportErrors,
  }),
  getHealthLinks: endpoint({
    summary:
      'The health links, the latest first. Those that ended or expired are listed for 30 days more.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.object({
      isReachable: z.boolean().meta({
        description: 'Whether other systems can reach this server: at a public https address.',
      }),
      links: z.array(healthLink),
    }),
    errors: ['signedOut', 'userNotFound'],
  }),
  endHealthLink: endpoint({
    summary: 'End a health link for good, and erase its file.',
    session: 'own',
    input: field.object({ ...own, healthLinkId: field.submissionId }),
    status: 200,
    answer: healthLink,
    errors: ['signedOut', 'userNotFound', 'shareNotFound'],
  }),
};
