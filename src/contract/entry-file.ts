import { z } from 'zod';
import * as field from './fields.ts';

/** What all entries in the JSON file of an account share, except forms. */

export const heldInFile = {
  enteredAt: field.instant,
  timeZone: field.timeZone,
  /** Who made the entry: 'self' is the person; any other text is a name. */
  author: field.author,
  /** When the entry was deleted. */
  deletedAt: field.instant.optional(),
};

/** The values that edits replaced, the oldest first. */
export function formerOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const former = field.object({ version: field.version, replacedAt: field.instant, ...shape });
  return z.array(former, field.rule('must be a list of former versions'));
}

/** Whether the former versions are in ascending order, and all lower than the entry's own version. */
export function isInOrder({
  version,
  formerVersions,
}: {
  readonly version: number;
  readonly formerVersions: readonly { readonly version: number }[];
}): boolean {
  return [...formerVersions.map((former) => former.version), version].every(
    (each, index, all) => index === 0 || each > (all[index - 1] ?? 0),
  );
}
