import type { Configuration } from 'openid-client';
import type { ProviderKey } from '../../contract/providers.ts';
import type { Config, ProviderSettings } from '../config.ts';
import { providers } from './providers.ts';

/** Made once for each installation's settings; where that failed, anew the next time. */
const connections = new WeakMap<ProviderSettings, Promise<Configuration>>();

/** How a provider is spoken to, and by what settings. */
export interface Connection {
  readonly settings: ProviderSettings;
  readonly server: Configuration;
}

/** @throws where the provider is not set up here, or cannot be reached */
export async function connect(
  { providers: configured }: Config,
  provider: ProviderKey,
): Promise<Connection> {
  const settings = configured[provider];
  if (!settings) throw new Error(`${provider} is not set up here`);
  const connection = connections.get(settings) ?? providers[provider].connect(settings);
  connections.set(settings, connection);
  connection.catch(() => connections.delete(settings));
  return { settings, server: await connection };
}
