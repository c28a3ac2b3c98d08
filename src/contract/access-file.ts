import { z } from 'zod';
import { activity } from './activity.ts';
import * as field from './fields.ts';

/** Who can see an account, and what was done: lists of the JSON file that an import ignores. */

const person = { email: z.string(), may: z.enum(['read', 'log']), notes: z.boolean() };

export const accessInFile = field.object({
  waysIn: z.array(
    field.object({ kind: z.string(), email: z.string(), since: field.instant.nullable() }),
  ),
  helpers: z.array(
    field.object({
      name: z.string(),
      ...person,
      since: field.instant,
      lastSeenAt: field.instant.nullable(),
    }),
  ),
  invitations: z.array(
    field.object({ ...person, createdAt: field.instant, expiresAt: field.instant }),
  ),
  links: z.array(
    field.object({
      label: z.string(),
      createdAt: field.instant,
      expiresAt: field.instant,
      endedAt: field.instant.nullable(),
      openings: z.array(field.instant),
    }),
  ),
  consents: z.array(field.object({ at: field.instant, url: z.string() })),
});
export type AccessInFile = z.input<typeof accessInFile>;

export const activityInFile = activity.omit({ id: true });
export type ActivityInFile = z.input<typeof activityInFile>;
