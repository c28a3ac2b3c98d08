import { z } from 'zod';
import { PROVIDER_KEYS } from './providers.ts';

/**
 * How owners can prove that an account is theirs: with the password, with a code that is mailed to the account's
 * address, or by a new sign-in at a provider.
 */
export const OWNER_PROOFS = ['password', 'code', ...PROVIDER_KEYS] as const;
export type OwnerProof = (typeof OWNER_PROOFS)[number];

const WAYS_IN = ['password', 'link', ...PROVIDER_KEYS] as const;

/** A way to sign in to an account. */
export const wayIn = z.object({
  wayId: z.string(),
  kind: z.enum(WAYS_IN),
  /** The address that gets the emailed link, or the address at the provider; '' if there is none. */
  email: z.string(),
  /** False for the emailed link, and for the only way to sign in. */
  isRemovable: z.boolean(),
  since: z.string().nullable().meta({
    description: 'When the provider was added, as an ISO instant in UTC; otherwise null.',
  }),
});
export type WayIn = z.infer<typeof wayIn>;
