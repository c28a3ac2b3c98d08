import { randomBytes } from 'node:crypto';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  SignedByPasskey,
} from '../../contract/passkeys.ts';
import { TRANSPORTS } from '../../contract/transports.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { hashOfToken } from '../platform/secrets.ts';
import { byNetwork, limitFailedTry } from './attempts.ts';
import { passkeyHost } from './passkey-host.ts';
import {
  type Challenge,
  findPublicKey,
  type MadePasskey,
  type Passkey,
  spendPasskey,
} from './queries/passkeys.ts';

/**
 * Passkeys: WebAuthn with resident keys, user verification and no attestation (DECISIONS 47). A challenge is sealed, so
 * that asking for one stores nothing; its hash is stored when it is used.
 */

/** How long a person may take (ms). Shaking fingers fail at the sensor and fall back to the PIN (FACTS 7). */
const TIMEOUT_MS = 300_000;
/** How long the answer may take to arrive after that (ms). */
const GRACE_MS = 30_000;
/** How long the challenge of the sign-in screen counts, which waits in the email field until it is touched (ms). */
const SIGN_IN_MS = 3_600_000;

/** What a challenge was made for. `userId`: by whom; absent for a sign-in. */
export type Asked =
  | { readonly purpose: 'signIn'; readonly userId?: never }
  | { readonly purpose: 'prove' | 'add'; readonly userId: string };

const sealedChallenge = z.object({
  // Other sealed texts are no challenges.
  passkey: z.enum(['signIn', 'prove', 'add']),
  userId: z.string().optional(),
  until: z.number(),
  /** Makes every challenge different. */
  random: z.string(),
});

/**
 * The host of this installation's passkeys.
 *
 * @throws noSuchCall if browsers refuse passkeys at its address
 */
export function requireHost({ publicUrl }: Config): string {
  const { host } = passkeyHost(publicUrl);
  if (host === undefined) throw fail('noSuchCall');
  return host;
}

/** The options to use a passkey. @param passkeys those of the account, or none to let the person choose */
export function requestFor(
  context: Context,
  asked: Asked,
  passkeys: readonly Passkey[],
): PasskeyRequest {
  return {
    challenge: newChallenge(context, asked),
    rpId: requireHost(context.config),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(descriptor),
  };
}

/**
 * The options to make a passkey.
 *
 * @param account.names what the device shows for it
 * @param account.passkeys those that the account has; the device makes no second one
 */
export function creationFor(
  context: Context,
  account: {
    readonly userId: string;
    readonly names: { readonly name: string; readonly displayName: string };
    readonly passkeys: readonly Passkey[];
  },
): PasskeyCreation {
  const { userId, names, passkeys } = account;
  const id = requireHost(context.config);
  return {
    challenge: newChallenge(context, { purpose: 'add', userId }),
    rp: { id, name: RP_NAME },
    user: { id: Buffer.from(userId).toString('base64url'), ...names },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: passkeys.map(descriptor),
  };
}

const RP_NAME = 'Symptom Tracker';
/** EdDSA, ES256 and RS256 (COSE), the best first. Every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

function descriptor({ credentialId: id, transports }: Passkey) {
  const known = TRANSPORTS.filter((each) => transports.includes(each));
  return { id, type: 'public-key' as const, transports: known };
}

/**
 * Checks what a passkey signed, and uses it up.
 *
 * @returns the user whose key it is
 * @throws passkeyWrong, passkeyTooLate, passkeyUsed, passkeyGone, passkeyCopied, tooManyAttempts
 */
export async function checkPasskey(
  context: Context,
  request: FastifyRequest,
  signed: SignedByPasskey,
  asked: Asked,
): Promise<string> {
  const { db, config, limits, clock } = context;
  const rpId = requireHost(config);
  const { id, clientDataJSON, authenticatorData, signature } = signed;
  const challenge = openChallenge(context, clientDataJSON, asked);
  const publicKey = await findPublicKey(db, { rpId, credentialId: id });
  const outcome =
    typeof challenge === 'string'
      ? challenge
      : publicKey === undefined
        ? 'passkeyGone'
        : await verified(challenge, publicKey);
  if (typeof outcome === 'object') return outcome.userId;
  // Nobody can guess a signature, so the limit only saves work, and refuses none that is right.
  await limitFailedTry(context, byNetwork(context, request, limits.attempts));
  throw fail(outcome);

  async function verified(given: Challenge, key: string) {
    const { counter } =
      (await settled(
        verifyAuthenticationResponse({
          response: {
            id,
            rawId: id,
            type: 'public-key',
            clientExtensionResults: {},
            response: { clientDataJSON, authenticatorData, signature },
          },
          // `openChallenge` has checked it.
          expectedChallenge: () => true,
          expectedOrigin: config.publicUrl,
          expectedRPID: rpId,
          // `spendPasskey` compares the counter with the stored one, in the statement that replaces it.
          credential: { id, publicKey: Buffer.from(key, 'base64url'), counter: 0 },
        }).then(({ verified: isRight, authenticationInfo }) =>
          isRight ? { counter: authenticationInfo.newCounter } : undefined,
        ),
      )) ?? {};
    if (counter === undefined) return 'passkeyWrong';
    const used = { rpId, credentialId: id, counter, challenge: given };
    return await spendPasskey(db, used, clock());
  }
}

/**
 * Checks a key that the browser has just made.
 *
 * @param name what the list in Settings calls it
 * @throws passkeyWrong, passkeyTooLate
 */
export async function checkNewPasskey(
  context: Context,
  { id, clientDataJSON, attestationObject, transports }: NewPasskey,
  asked: Asked,
  name: string,
): Promise<{ readonly passkey: MadePasskey; readonly challenge: Challenge }> {
  const { config } = context;
  const rpId = requireHost(config);
  const challenge = openChallenge(context, clientDataJSON, asked);
  if (typeof challenge === 'string') throw fail(challenge);
  const made = await settled(
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: () => true,
      expectedOrigin: config.publicUrl,
      expectedRPID: rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!made?.verified || made.registrationInfo.credential.id !== id) throw fail('passkeyWrong');
  const { publicKey, counter } = made.registrationInfo.credential;
  const passkey = {
    credentialId: id,
    rpId,
    name,
    transports,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
  };
  return { passkey, challenge };
}

function newChallenge({ secrets, clock }: Context, { purpose, userId }: Asked): string {
  const sealed: z.infer<typeof sealedChallenge> = {
    passkey: purpose,
    ...(userId !== undefined && { userId }),
    until: clock() + (purpose === 'signIn' ? SIGN_IN_MS : TIMEOUT_MS) + GRACE_MS,
    random: randomBytes(16).toString('base64url'),
  };
  return secrets.seal(JSON.stringify(sealed));
}

/** Reads the challenge in what the browser signed, and checks that it was made for this. */
function openChallenge(
  { secrets, clock }: Context,
  clientDataJSON: string,
  asked: Asked,
): Challenge | 'passkeyWrong' | 'passkeyTooLate' {
  try {
    const { challenge } = z
      .object({ challenge: z.string() })
      .parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')));
    const opened = sealedChallenge.parse(JSON.parse(secrets.open(challenge)));
    if (opened.passkey !== asked.purpose || opened.userId !== asked.userId) return 'passkeyWrong';
    if (opened.until <= clock()) return 'passkeyTooLate';
    return { hash: hashOfToken(challenge), expiresAt: opened.until };
  } catch {
    return 'passkeyWrong';
  }
}

/** The result of a check; undefined if the check throws, as the library does for every fault. */
async function settled<Result>(checking: Promise<Result>): Promise<Result | undefined> {
  try {
    return await checking;
  } catch {
    return undefined;
  }
}
