import { vi } from 'vitest';
import type { Answer } from '../../contract/endpoints.ts';
import type { WayIn } from '../../contract/ways-in.ts';

/** The options that the server sends to use and to make a passkey. */
export const PASSKEY_REQUEST = {
  challenge: 'AAAA',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
} satisfies Answer<'getPasskeyRequest'>;

export const PASSKEY_CREATION = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Symptom Tracker' },
  user: { id: 'AAAA', name: 'ada@example.org', displayName: 'Ada Lovelace' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  excludeCredentials: [],
} satisfies Answer<'getPasskeyCreation'>;

export const PASSKEY = {
  wayId: 'passkey-1',
  kind: 'passkey',
  email: '',
  since: '2026-03-02T15:00:00.000Z',
  isRemovable: true,
  passkey: {
    credentialId: 'AAAA',
    name: 'Blue phone',
    lastUsedAt: '2026-11-17T15:00:00.000Z',
  },
} satisfies WayIn;

const ID = new Uint8Array([1, 2, 3]).buffer;

/** A browser without passkeys in the email field, whose person answers the browser's question about a passkey. */
export function answerForPasskeys(answer: { use?: () => unknown; make?: () => unknown }) {
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false);
  const { use = () => USED, make = () => MADE } = answer;
  vi.spyOn(navigator.credentials, 'get').mockImplementation(async () => use() as Credential);
  vi.spyOn(navigator.credentials, 'create').mockImplementation(async () => make() as Credential);
}

/** The person does not finish: the browser says so with the same error as when its time is over. */
export function notAllowed(): never {
  throw new DOMException('Not allowed', 'NotAllowedError');
}

const COMMON = {
  id: 'AQID',
  rawId: ID,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
};
const USED = {
  ...COMMON,
  response: { clientDataJSON: ID, authenticatorData: ID, signature: ID, userHandle: null },
};
const MADE = {
  ...COMMON,
  response: {
    clientDataJSON: ID,
    attestationObject: ID,
    getTransports: () => ['internal', 'a new one'],
  },
};
/** What the browser then sends to the server. */
export const SENT_USED = {
  id: 'AQID',
  clientDataJSON: 'AQID',
  authenticatorData: 'AQID',
  signature: 'AQID',
};
export const SENT_MADE = {
  id: 'AQID',
  clientDataJSON: 'AQID',
  attestationObject: 'AQID',
  transports: ['internal'],
};
