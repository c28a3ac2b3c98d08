import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import * as field from './fields.ts';

/**
 * What a call takes, what it answers, and what it may refuse with. Bodies and queries
 * ignore fields they don't know (DECISIONS 3).
 */
export interface Endpoint {
  readonly summary: string;
  /** Who may call it. With 'own', a `userId` other than the session's answers as an unknown one. */
  readonly session: 'none' | 'own';
  /** The JSON body of a POST, the query string of a GET. */
  readonly input: z.ZodType;
  /** The status and body of success. */
  readonly status: 200 | 201 | 202;
  readonly answer: z.ZodType;
  /** Where an address is to be proven first: what asking for the code answers, with status 202. */
  readonly codeAnswer?: z.ZodType;
  /** Where success answers with a file instead of JSON: the types it may be of. */
  readonly files?: readonly string[];
  /** Where more than the usual 1 MiB may be sent: bytes, and what is answered beyond. */
  readonly bodyLimit?: { readonly bytes: number; readonly error: ErrorCode };
  /** What a refusal with status 400 tells beside `error`, where it has more to say. */
  readonly details?: z.ZodRawShape;
  /** Beside badRequest, internal and unavailable, and for a POST notJson, crossSite and tooLarge. */
  readonly errors: readonly ErrorCode[];
}

/** What a call answers that has nothing to tell. */
export const nothing = z.object({});
/** The call is for this person. */
export const own = { userId: field.userId };

/** Keeps what is told of a call as exact as it is written. */
export const endpoint = <const Definition extends Endpoint>(definition: Definition) => definition;
