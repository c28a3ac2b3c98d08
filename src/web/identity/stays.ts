import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../contract/endpoints.ts';
import type { SessionUser } from '../../contract/entities.ts';
import { call } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';

/** What a reset of the password asks the person about. */
export type Stays = Answer<'getStays'>;

/** One of these, with the id for the call that ends it. */
export interface Staying {
  readonly kind: 'wayIn' | 'caregiver' | 'invitation' | 'link' | 'ntfy';
  readonly id: string;
  /** As the person sees it. */
  readonly name: string;
}

/** Asks the server only if the session says that a reset asks something. */
export function useStays({ id, asksWhatStays }: SessionUser) {
  return useQuery({
    queryKey: keys.stays(id),
    queryFn: ({ signal }) => call('getStays', { userId: id }, signal),
    enabled: asksWhatStays === true,
  });
}

/** Ends one of these. */
export function useEndStaying(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: async ({ kind, id }: Staying): Promise<void> => {
      if (kind === 'wayIn') await call('removeWayIn', { userId, wayId: id });
      if (kind === 'caregiver') await call('endCaregiver', { userId, caregiverId: id });
      if (kind === 'invitation') await call('endInvitation', { userId, invitationId: id });
      if (kind === 'link') await call('endShare', { userId, shareId: id });
      if (kind === 'ntfy') await call('saveReminders', { userId, ntfy: null });
    },
    // Also after an error, because it may have ended already, or the owner's proof may have expired.
    onSettled: () =>
      Promise.all(
        [keys.stays, keys.account, keys.caregivers, keys.shares, keys.reminders].map((key) =>
          client.invalidateQueries({ queryKey: key(userId) }),
        ),
      ),
  });
}

export function useLetAllStay(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => call('letAllStay', { userId }),
    onSuccess: () =>
      client.setQueryData<Stays>(keys.stays(userId), {
        ...{ waysIn: [], caregivers: [], invitations: [], links: [], ntfy: false },
      }),
  });
}
