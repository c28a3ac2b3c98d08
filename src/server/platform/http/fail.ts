import { type ErrorCode, errors } from '../../../contract/errors.ts';

/** The one error that is thrown on purpose: a code of the contract. `http/errors.ts` turns it into an answer. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  /** What the contract lets this call tell beside the error's text. */
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
