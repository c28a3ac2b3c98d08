import { useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { keys } from './keys.ts';
import { PAGE_FRESH_MS } from './page-data.ts';

/** All versions of all medications. */
export function useMedications(userId: string) {
  return useQuery({
    queryKey: keys.medications(userId),
    queryFn: ({ signal }) => call('getMedications', { userId }, signal),
    staleTime: PAGE_FRESH_MS,
  });
}
