import { z } from 'zod';
import { PROVIDER_KEYS } from './providers.ts';

/**
 * How owners can prove that an account is theirs: with a passkey, with the password, with a code that is mailed to the
 * account's address, or by a new sign-in at a provider.
 */
export const OWNER_PROOFS = ['passkey', 'password', 'code', ...PROVIDER_KEYS] as const;
export type OwnerProof = (typeof OWNER_PROOFS)[number];

/** The kinds of ways in of which an account can have several: a passkey, and an identity at a provider. */
export const IDENTITY_KINDS = ['passkey', ...PROVIDER_KEYS] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

const WAYS_IN = ['password', 'link', ...IDENTITY_KINDS] as const;

/** A way to sign in to an account. */
export const wayIn = z.object({
  wayId: z.string(),
  kind: z.enum(WAYS_IN),
  /** The address that gets the emailed link, or the address at the provider; '' if there is none. */
  email: z.string(),
  /** False for the emailed link, and for the only way to sign in. */
  isRemovable: z.boolean(),
  since: z.string().nullable().meta({
    description:
      'When the passkey or the provider was added, as an ISO instant in UTC; otherwise null.',
  }),
  isUnusable: z.literal(true).optional().meta({
    description: 'It does not work here, because the host or the provider has changed.',
  }),
  passkey: z
    .object({
      credentialId: z.string(),
      name: z.string(),
      lastUsedAt: z.string().nullable().meta({ description: 'An ISO instant in UTC.' }),
      otherHost: z.string().optional().meta({
        description: 'The host at which the key works, if that is not the host of this server.',
      }),
    })
    .optional(),
});
export type WayIn = z.infer<typeof wayIn>;
