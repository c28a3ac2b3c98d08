import { type ErrorCode, errors } from '../../../contract/errors.ts';

/**
 * The only error that the app throws to reject a call. It has an error code of the contract, and `http/errors.ts`
 * converts it to a response.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  /** Additional fields that the contract defines for this call's error. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}) {
    super(errors[code].message);
    this.code = code;
    this.details = details;
  }
}

export function fail(code: ErrorCode, details?: Readonly<Record<string, unknown>>): CallError {
  return new CallError(code, details);
}
