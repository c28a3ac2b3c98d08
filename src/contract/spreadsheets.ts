import { z } from 'zod';

/** The spreadsheet mirror: the server copies a person's entries to the person's own Google spreadsheet. */

/**
 * While the mirror is on, why the last attempt failed: Google was unreachable or busy, or the app has a fault
 * or is misconfigured (`ours`). The server tries again.
 * While the mirror is off, why the server turned it off: the person withdrew their permission, Google refused
 * the write, or the spreadsheet was deleted. '' if there is no problem, or the person turned it off.
 */
const PROBLEMS = ['', 'unreachable', 'busy', 'ours', 'withdrawn', 'refused', 'deleted'] as const;
export type SpreadsheetProblem = (typeof PROBLEMS)[number];

export const spreadsheet = z.object({
  /** With `waiting` and `failed`, something is not written yet; with `failed`, the last attempt failed. */
  state: z.enum(['off', 'current', 'waiting', 'failed']),
  problem: z.enum(PROBLEMS),
  /** Google's id of the spreadsheet; '' if there is none. */
  spreadsheetId: z.string(),
  /** The spreadsheet's address; '' if there is none. */
  url: z.string(),
  /**
   * The number of entries that are not written yet. Cells about whole days are not counted, so it is 0 if only these
   * wait.
   */
  waiting: z.int(),
  /**
   * True if the spreadsheet contains the former app's sheet, and the person has neither imported nor dismissed that
   * sheet.
   */
  hasLegacySheet: z.boolean(),
});
export type Spreadsheet = z.infer<typeof spreadsheet>;
