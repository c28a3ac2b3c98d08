import type { ProviderNames } from '../../contract/providers.ts';
import type { WayIn } from '../../contract/ways-in.ts';

/** The name of a way to sign in, at the start of a line. */
export function wayName(kind: WayIn['kind'], names: ProviderNames): string {
  if (kind === 'password') return 'Password';
  if (kind === 'passkey') return 'Passkey';
  return kind === 'link' ? 'Link by email' : names[kind];
}

/** The same in a sentence. */
export function wayInSentence(kind: WayIn['kind'], names: ProviderNames): string {
  if (kind === 'password') return 'your password';
  if (kind === 'passkey') return 'this passkey';
  return kind === 'link' ? 'the emailed link' : names[kind];
}
