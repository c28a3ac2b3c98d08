import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from '../../contract/entities.ts';
import { call, isStatus } from './client.ts';

export const SESSION_KEY = ['session'];

const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal }): Promise<SessionUser | null> => {
    try {
      return await call('getSession', {}, signal);
    } catch (error) {
      if (isStatus(error, 401)) return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in: undefined while that is looked up, null for no one. */
export function useSession() {
  return useQuery(sessionQuery);
}

/** Makes someone the signed-in user; what the browser knows of anyone else is forgotten. */
export function useSetSession() {
  const client = useQueryClient();
  return (user: SessionUser | null) => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
    client.setQueryData(SESSION_KEY, user);
  };
}

export function useSignOut() {
  const setSession = useSetSession();
  return useMutation({
    mutationFn: () => call('signOut', {}),
    onSuccess: () => setSession(null),
  });
}

export function useClearNewUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) => call('clearNewUser', { userId }),
    onMutate: () => {
      client.setQueryData<SessionUser | null>(
        SESSION_KEY,
        (user) => user && { ...user, isNewUser: false },
      );
    },
  });
}
