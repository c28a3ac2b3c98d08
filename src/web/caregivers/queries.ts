import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer, Input } from '../../contract/endpoints.ts';
import { call } from '../platform/client.ts';
import { keys } from '../platform/keys.ts';

export type Caregivers = Answer<'getCaregivers'>;
export type Invitation = Answer<'getInvitation'>;

/** A person's caregivers and invitations, and the people whom the person helps. */
export function useCaregivers(userId: string) {
  return useQuery({
    queryKey: keys.caregivers(userId),
    queryFn: ({ signal }) => call('getCaregivers', { userId }, signal),
    // Since the last fetch, a caregiver may have accepted an invitation or ended their access.
    refetchOnMount: 'always',
  });
}

/** A change that the person makes to the list of helpers. The caregiver can make the change `end` too, and then stops helping the person. */
export type CaregiverChange =
  | ({ readonly kind: 'update' } & Omit<Input<'updateCaregiver'>, 'userId'>)
  | { readonly kind: 'end'; readonly caregiverId: string }
  | ({ readonly kind: 'confirm' } & Omit<Input<'confirmCaregiver'>, 'userId'>)
  | { readonly kind: 'endInvitation'; readonly invitationId: string };

export function useChangeCaregivers(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: async ({ kind, ...change }: CaregiverChange) => {
      const input = { userId, ...change };
      if (kind === 'update') await call('updateCaregiver', input as Input<'updateCaregiver'>);
      if (kind === 'confirm') await call('confirmCaregiver', input as Input<'confirmCaregiver'>);
      if (kind === 'end') await call('endCaregiver', input as Input<'endCaregiver'>);
      if (kind === 'endInvitation') await call('endInvitation', input as Input<'endInvitation'>);
    },
    onSettled: async (_, __, { kind }) => {
      await client.invalidateQueries({ queryKey: keys.caregivers(userId) });
      // The session lists the people whom the signed-in person helps, and the helpers who wait for their yes.
      if (kind === 'end' || kind === 'confirm')
        await client.invalidateQueries({ queryKey: keys.session });
    },
  });
}

export function useInvite(userId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { showsOwnError: true },
    mutationFn: (invitation: Omit<Input<'inviteCaregiver'>, 'userId'>) =>
      call('inviteCaregiver', { userId, ...invitation }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.caregivers(userId) }),
  });
}

export function useInvitation(secret: string) {
  return useQuery({
    queryKey: keys.invitation,
    queryFn: secret ? ({ signal }) => call('getInvitation', { secret }, signal) : skipToken,
    retry: false,
  });
}
