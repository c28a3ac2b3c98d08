import { endpoint, own } from './endpoint.ts';
import * as field from './fields.ts';
import { visitSummary } from './visit-summary.ts';

export const visitEndpoints = {
  getVisitSummary: endpoint({
    summary:
      'What the page for a visit shows: figures of a period of at most 366 days, since the last visit by default, else of the last 28 days.',
    session: 'read',
    input: field.object({
      ...own,
      from: field.date.optional().meta({ description: 'The first day.' }),
      to: field.date.optional().meta({ description: 'The last day; today by default.' }),
    }),
    status: 200,
    answer: visitSummary,
    errors: ['signedOut', 'userNotFound', 'periodEmpty', 'periodTooLong'],
  }),
};
