import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  SignedByPasskey,
} from '../../contract/passkeys.ts';
import { TRANSPORTS } from '../../contract/transports.ts';
import { deviceWord } from './device-word.ts';
import { setPasskeyHere } from './passkey-here.ts';

/** What the browser does with passkeys (WebAuthn). */

/** Why the browser made or used no passkey, in a sentence for the person. */
export class PasskeyProblem extends Error {
  override readonly name = 'PasskeyProblem';
}

/** The browser gave up by itself if it took at least this share of the time that it had. */
const TIMED_OUT = 0.98;

const TRY_AGAIN = 'Please try again, or use another way.';

/**
 * Asks for a passkey and signs the challenge with it.
 *
 * @param autofill waits until the person chooses a passkey in the email field
 * @returns undefined if another request has replaced this one
 * @throws PasskeyProblem
 */
export async function signWithKey(
  options: PasskeyRequest,
  { autofill = false } = {},
): Promise<SignedByPasskey | undefined> {
  const signed = await orProblem(options.timeout, () =>
    startAuthentication({ optionsJSON: options, useBrowserAutofill: autofill }),
  );
  if (!signed) return undefined;
  const { id, response } = signed;
  noteUse(signed);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/**
 * Makes a passkey.
 *
 * @param here only on this device, not on a security key or another phone
 * @throws PasskeyProblem
 */
export async function makeKey(
  options: PasskeyCreation,
  { here = false } = {},
): Promise<NewPasskey | undefined> {
  const { authenticatorSelection } = options;
  const optionsJSON = {
    ...options,
    authenticatorSelection: {
      ...authenticatorSelection,
      ...(here && { authenticatorAttachment: 'platform' as const }),
    },
  };
  const made = await orProblem(options.timeout, () => startRegistration({ optionsJSON }));
  if (!made) return undefined;
  const { id, response } = made;
  noteUse(made);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const known = TRANSPORTS.filter((each) => transports.includes(each));
  return { id, clientDataJSON, attestationObject, transports: known };
}

/** Notes that this device has a passkey. One of another phone, or on a security key, is not of this device. */
function noteUse({ authenticatorAttachment }: { authenticatorAttachment?: string }): void {
  if (authenticatorAttachment === 'platform') setPasskeyHere(true);
}

/** Tells the device that a passkey was removed, so that it does not offer it again. Not every browser can. */
export async function forgetKey(credentialId: string, host: string): Promise<void> {
  try {
    await sendSignal({ signalName: 'unknownCredential', rpID: host, credentialID: credentialId });
  } catch {
    // The person can remove it in the settings of the device.
  }
}

/** Ends the request that the browser shows or waits with. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Whether the browser can offer passkeys in the email field. */
export const canAutofill = browserSupportsWebAuthnAutofill;
/** Whether this device itself can keep a passkey, with its screen lock. */
export const canKeepHere = platformAuthenticatorIsAvailable;

/** @param timeout how long the browser tries (ms) */
async function orProblem<Result>(
  timeout: number,
  ask: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!browserSupportsWebAuthn()) throw new PasskeyProblem('This browser has no passkeys.');
  const startedAt = performance.now();
  try {
    return await ask();
  } catch (error) {
    if (codeOf(error) === 'ERROR_CEREMONY_ABORTED') return undefined;
    const isTimeout = performance.now() - startedAt >= timeout * TIMED_OUT;
    throw new PasskeyProblem(sentenceFor(error, isTimeout));
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof WebAuthnError ? error.code : undefined;
}

function sentenceFor(error: unknown, isTimeout: boolean): string {
  switch (codeOf(error)) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return `This ${deviceWord()} has a passkey for your account already.`;
    case 'ERROR_INVALID_DOMAIN':
    case 'ERROR_INVALID_RP_ID':
      return 'Passkeys do not work at this address. Please use another way.';
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG':
      return `This ${deviceWord()} can’t keep a passkey. Turn on its screen lock, and try again.`;
    default:
      break;
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error) || cause.name !== 'NotAllowedError') {
    return `That did not work. ${TRY_AGAIN}`;
  }
  // Browsers do not tell a person who cancels from one who does nothing.
  return isTimeout
    ? `That took more than five minutes. ${TRY_AGAIN}`
    : `You did not finish. ${TRY_AGAIN}`;
}
