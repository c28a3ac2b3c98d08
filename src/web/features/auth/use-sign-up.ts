import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionUser } from '../../../contract/entities.ts';
import {
  type BiologicalSex,
  MIN_PASSWORD_LENGTH,
  PASSWORD_TOO_SHORT,
} from '../../../domain/person.ts';
import { call, messageOf } from '../../api/client.ts';
import { SESSION_KEY, useSession, useSetSession } from '../../api/session.ts';

export interface SignUpFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthday: string;
  readonly biologicalSex: string;
  readonly yearsWithParkinsons: string;
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
}

export const EMPTY_SIGN_UP: SignUpFields = {
  firstName: '',
  lastName: '',
  birthday: '',
  biologicalSex: '',
  yearsWithParkinsons: '',
  email: '',
  password: '',
  confirmPassword: '',
};

const PROFILE_NOT_SAVED =
  'Account created but there was an issue saving your profile data. Please contact support.';

/**
 * Makes the account, then its profile. Where the first step worked and the second did not, pressing
 * again takes only the second: the session tells that there is an account without a profile.
 */
export function useSignUp() {
  const client = useQueryClient();
  const session = useSession();
  const setSession = useSetSession();
  const [problem, setProblem] = useState('');

  const account = useMutation({
    mutationFn: async ({ email, password }: SignUpFields): Promise<SessionUser> => {
      await call('signUp', { email, password });
      return await call('getSession', {});
    },
    onSuccess: setSession,
  });

  const profile = useMutation({
    mutationFn: async ({ user, fields }: { user: SessionUser; fields: SignUpFields }) => {
      const { firstName, lastName, birthday } = fields;
      const saved = await call('createUser', {
        userId: user.id,
        email: user.email,
        firstName,
        lastName,
        birthday,
        biologicalSex: fields.biologicalSex as BiologicalSex,
        yearsWithParkinsons: Number(fields.yearsWithParkinsons),
      });
      return { ...user, ...saved, isNewUser: true, hasProfile: true };
    },
    onSuccess: (user) => client.setQueryData(SESSION_KEY, user),
  });

  async function signUp(fields: SignUpFields): Promise<void> {
    if (account.isPending || profile.isPending) return;
    const wrong = session.data ? '' : passwordProblem(fields);
    setProblem(wrong);
    if (wrong) return;
    try {
      const user = session.data ?? (await account.mutateAsync(fields));
      await profile.mutateAsync({ user, fields });
    } catch {
      // Both mutations keep their error, which is shown below.
    }
  }

  return {
    signUp,
    busy: account.isPending || profile.isPending,
    message: problem || failure(account.error, profile.error),
  };
}

function passwordProblem({ password, confirmPassword }: SignUpFields): string {
  if (password !== confirmPassword) return 'Passwords do not match';
  return password.length < MIN_PASSWORD_LENGTH ? PASSWORD_TOO_SHORT : '';
}

function failure(account: Error | null, profile: Error | null): string {
  if (account) return messageOf(account, 'Sign up failed');
  return profile ? messageOf(profile, PROFILE_NOT_SAVED) : '';
}
