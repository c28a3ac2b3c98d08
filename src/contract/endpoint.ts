import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import * as field from './fields.ts';

/**
 * The input, the answer and the errors of a call. Unknown fields of bodies and queries are ignored
 * (DECISIONS 3).
 */
export interface Endpoint {
  readonly summary: string;
  /**
   * Who may make the call. 'none': everybody. 'own': the person alone. 'read': the person and all their caregivers.
   * 'log': the person and the caregivers who may log. 'reader': only someone who has opened the link that `shareId`
   * names. A `userId` to which the caller has no such access gets the error of an unknown user.
   */
  readonly session: 'none' | 'own' | 'read' | 'log' | 'reader';
  /** For calls with an `action`: the actions that caregivers may use. The others are the person's alone. */
  readonly sharedActions?: readonly string[];
  /** The JSON body of a POST, or the query string of a GET. */
  readonly input: z.ZodType;
  /** The status and body of success. */
  readonly status: 200 | 201 | 202;
  readonly answer: z.ZodType;
  /** The answer to a request for a code (status 202), for calls that need a proven address. */
  readonly codeAnswer?: z.ZodType;
  /** The content types of the file, for calls that answer with a file instead of JSON. */
  readonly files?: readonly string[];
  /** The body limit in bytes if it is not the usual 1 MiB, and the error for larger bodies. */
  readonly bodyLimit?: { readonly bytes: number; readonly error: ErrorCode };
  /** Additional fields of an error answer with status 400. */
  readonly details?: z.ZodRawShape;
  /**
   * The field `stored` of an error answer with status 409: the stored entry, which the page shows beside the sent one.
   */
  readonly stored?: z.ZodType;
  /**
   * The errors besides those of every call (badRequest, internal, unavailable) and of every POST (notJson, crossSite,
   * tooLarge).
   */
  readonly errors: readonly ErrorCode[];
}

/** An empty input or answer. */
export const nothing = z.object({});
/** The input field with the id of the account's owner. */
export const own = { userId: field.userId };
/** The errors of a call that adds to an account (DECISIONS 33). */
export const fairUse = ['tooManySaved', 'tooManyEntries', 'tooMuchText'] as const;

/** Identity function that preserves the literal types. */
export const endpoint = <const Definition extends Endpoint>(definition: Definition) => definition;
