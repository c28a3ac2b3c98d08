import { type ProviderKey, providerNames } from '../../contract/providers.ts';
import type { Context } from '../context.ts';

/** The name of a provider as people of this installation know it. */
export function nameOf({ config }: Pick<Context, 'config'>, provider: ProviderKey): string {
  return providerNames(config.oidcName)[provider];
}
