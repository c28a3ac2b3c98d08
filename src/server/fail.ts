import { type ErrorCode, errors } from '../contract/errors.ts';

/** The one error that is thrown on purpose: a code of the contract. `http/errors.ts` turns it into an answer. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(errors[code].message);
    this.code = code;
  }
}

export function fail(code: ErrorCode): CallError {
  return new CallError(code);
}
