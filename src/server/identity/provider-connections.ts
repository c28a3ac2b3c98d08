import type { Configuration } from 'openid-client';
import type { ProviderKey } from '../../contract/providers.ts';
import type { Config, ProviderSettings } from '../config.ts';
import { providers } from './providers.ts';

/** One connection for each provider's settings. A failed connection is removed, so that the next call retries. */
const connections = new WeakMap<ProviderSettings, Promise<Configuration>>();

/** A provider's settings and its OAuth client configuration. */
export interface Connection {
  readonly settings: ProviderSettings;
  readonly server: Configuration;
}

/** @throws if the provider is not configured or cannot be reached */
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
