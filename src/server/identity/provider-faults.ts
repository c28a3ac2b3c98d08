import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { PROVIDERS, type ProviderKey } from '../../contract/providers.ts';
import { stackFrames } from '../platform/stack-frames.ts';

/** Describes provider errors, for the log and for the user. */

const MAX_MESSAGE_LENGTH = 200;

/** For the log: error types and codes only, because the message may quote the provider's response. */
export function providerFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const cause = error.cause instanceof Error ? error.cause.name : undefined;
  const [at] = stackFrames(error).trim().split('\n');
  return { type: error.name, code, cause, at, ...(isProviders(error) && { answer: error.error }) };
}

/** For the user: the provider's own message, if there is one. */
export function problemOf(provider: ProviderKey, error: unknown): string {
  const name = PROVIDERS[provider];
  if (!isProviders(error)) return `${name} sign-in did not work. Please try again.`;
  const message = (error.error_description ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  if (message) return `${name}: ${message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}`;
  if (error.error === 'access_denied') return `${name} sign-in was cancelled.`;
  return `${name} sign-in did not work. Please try again.`;
}

function isProviders(error: unknown): error is AuthorizationResponseError | ResponseBodyError {
  return error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
}
