import { z } from 'zod';
import * as field from './fields.ts';
import { TRANSPORTS } from './transports.ts';

/**
 * Passkeys (WebAuthn). The options are those that the browser needs, in the JSON form of WebAuthn level 3. Of its
 * answers, the browser sends only what the server checks.
 */

/** Base64url, as WebAuthn's JSON has it. */
function base64url(max: number) {
  const rule = `must be base64url of at most ${max} characters`;
  return z
    .string(field.rule(rule))
    .max(max, rule)
    .regex(/^[\w-]+$/, rule);
}

/** A credential id has at most 1023 bytes. */
const credentialId = base64url(1364);
const clientDataJSON = base64url(8000);

/** A key that was just made. */
export const newPasskey = field.object({
  id: credentialId,
  clientDataJSON,
  attestationObject: base64url(8000),
  transports: z
    .array(
      z.enum(TRANSPORTS, field.rule(`must be one of ${TRANSPORTS.join(', ')}`)),
      field.rule('must be a list'),
    )
    .max(TRANSPORTS.length, 'must hold each transport once'),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** What a key signed, to sign in or to prove that the account is its owner's. */
export const signedByPasskey = field.object({
  id: credentialId,
  clientDataJSON,
  authenticatorData: base64url(2000),
  signature: base64url(8000),
});
export type SignedByPasskey = z.infer<typeof signedByPasskey>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(TRANSPORTS)),
});

/** The options of `navigator.credentials.get`. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().meta({ description: 'In milliseconds.' }),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor).meta({ description: 'Empty: any key of this host.' }),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** The options of `navigator.credentials.create`. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number().meta({ description: 'In milliseconds.' }),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(descriptor),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

/** How many keys of this host an account may have. */
export const MOST_PASSKEYS = 20;

/** Why browsers refuse passkeys: at an IP address, and without https. */
export const NO_PASSKEYS = ['address', 'http'] as const;
