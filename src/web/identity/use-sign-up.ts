import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import type { BiologicalSex } from '../../domain/person.ts';
import { call, isStatus, serverMessage } from '../platform/client.ts';
import { useConsent } from '../platform/config.ts';
import { keys } from '../platform/keys.ts';
import { useSession, useSetSession } from '../platform/session.ts';
import { deviceZone } from '../ui/device-zone.ts';

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

export const PROFILE_NOT_SAVED =
  'Account created but there was an issue saving your profile data. Please contact support.';

/** Creates the account, then its profile. If creating the profile fails, the next submission repeats only that step. */
export function useSignUp() {
  const client = useQueryClient();
  const session = useSession();
  const setSession = useSetSession();
  const consent = useConsent();
  const hasAccount = useRef(false);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const [emailInUse, setEmailInUse] = useState(false);

  async function makeAccount({ email, password }: SignUpFields): Promise<void> {
    await call('signUp', { email, password, ...consent });
    hasAccount.current = true;
  }

  async function saveProfile(fields: SignUpFields): Promise<void> {
    const user = session.data ?? (await call('getSession', {}));
    setSession(user);
    const saved = await call('createUser', {
      userId: user.id,
      email: user.email,
      firstName: fields.firstName,
      lastName: fields.lastName,
      birthday: fields.birthday,
      biologicalSex: fields.biologicalSex as BiologicalSex,
      yearsWithParkinsons: Number(fields.yearsWithParkinsons),
      timeZone: deviceZone(),
    });
    client.setQueryData(keys.session, { ...user, ...saved, isNewUser: true, hasProfile: true });
  }

  async function signUp(fields: SignUpFields): Promise<void> {
    if (busy) return;
    const needsAccount = !session.data && !hasAccount.current;
    setMessage('');
    setEmailInUse(false);
    setBusy(true);
    try {
      if (needsAccount) await makeAccount(fields);
      await saveProfile(fields).catch(() => setMessage(PROFILE_NOT_SAVED));
    } catch (error) {
      setEmailInUse(isStatus(error, accountErrors.emailInUse.status));
      setMessage(serverMessage(error, 'Sign up failed'));
    } finally {
      setBusy(false);
    }
  }

  return { signUp, busy, message, emailInUse };
}
