import { useQuery } from '@tanstack/react-query';
import { call } from './client.ts';

/** The settings of this installation. They do not change while the page is open. */
export function useConfig() {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => call('getConfig', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
