import { z } from 'zod';

/** A person's own spreadsheet, which their forms are mirrored in. */

/**
 * While it is on, why the last try failed, which is made again: Google could not be reached, or was busy, or
 * something is wrong with the app or how it is set up.
 * While it is off, why, where the person has not turned it off: they took back what they had allowed, Google
 * refused to let us write, or the spreadsheet is gone.
 */
const PROBLEMS = ['', 'unreachable', 'busy', 'ours', 'withdrawn', 'refused', 'deleted'] as const;
export type SpreadsheetProblem = (typeof PROBLEMS)[number];

export const spreadsheet = z.object({
  /** `waiting`: something is still to be written; `failed`: so, and the last try did not succeed. */
  state: z.enum(['off', 'current', 'waiting', 'failed']),
  problem: z.enum(PROBLEMS),
  /** Google's id of it; '' where there is none. */
  spreadsheetId: z.string(),
  /** Where it can be opened; '' where there is none. */
  url: z.string(),
  /** How many forms are still to be written. */
  waiting: z.int(),
  /** Whether the former app's sheet is in it, whose rows were neither brought in yet nor turned down. */
  hasLegacySheet: z.boolean(),
});
export type Spreadsheet = z.infer<typeof spreadsheet>;
