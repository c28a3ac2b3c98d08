import { useQuery } from '@tanstack/react-query';
import { type ProviderNames, providerNames } from '../../contract/providers.ts';
import { call } from './client.ts';
import { keys } from './keys.ts';

/** The settings of this installation. They do not change while the page is open. */
export function useConfig() {
  return useQuery({
    queryKey: keys.config,
    queryFn: ({ signal }) => call('getConfig', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * The support address if this installation sends no email, else undefined. Such an installation writes its emails to
 * files that only the operator can read.
 */
export function useNoMail(): string | undefined {
  const { data } = useConfig();
  return data?.signInLink === false ? data.supportEmail : undefined;
}

/** The names of the sign-in providers here. */
export function useProviderNames(): ProviderNames {
  return providerNames(useConfig().data?.oidcName);
}

/** The field of a sign-up whose page shows the privacy notice. */
export function useConsent(): { readonly consent?: true } {
  return useConfig().data?.privacyUrl ? { consent: true } : {};
}
