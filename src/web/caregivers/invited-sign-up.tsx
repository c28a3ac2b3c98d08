import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import { PrivacyLine } from '../identity/privacy-line.tsx';
import { call } from '../platform/client.ts';
import { useConsent } from '../platform/config.ts';
import { Failure } from '../platform/failure.tsx';
import { useSetSession } from '../platform/session.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { deviceZone } from '../ui/device-zone.ts';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

/** Signs up an invited caregiver. The form asks nothing about Parkinson's, because a caregiver may not have it. */
export function InvitedSignUp({
  secret,
  email,
}: {
  readonly secret: string;
  readonly email: string;
}) {
  const [firstName, setFirstName] = useState('');
  const [lastName, setLastName] = useState('');
  const [password, setPassword] = useState('');
  const [userId, setUserId] = useState<string>();
  const setSession = useSetSession();
  const consent = useConsent();
  const signUp = useMutation({
    meta: { showsOwnError: true },
    mutationFn: async () => {
      // If only `createUser` failed in an earlier try, the account already exists.
      const account = { email, password, invitation: secret, ...consent };
      const id = userId ?? (await call('signUp', account)).userId;
      setUserId(id);
      const unknown = { birthday: '', biologicalSex: '', yearsWithParkinsons: null } as const;
      const profile = { userId: id, email, firstName, lastName, timeZone: deviceZone() };
      await call('createUser', { ...profile, ...unknown });
      return await call('getSession', {});
    },
    onSuccess: setSession,
  });
  return (
    <Form className="auth-form" onSubmit={() => !signUp.isPending && signUp.mutate()}>
      <Failure of={signUp.error} otherwise="Sign up failed" />
      <p className="account-email">
        Your email:{' '}
        <b>
          <Address of={email} />
        </b>
      </p>
      <TextField
        label="First name"
        autoComplete="given-name"
        missing="Enter your first name."
        maxLength={MAX_NAME_LENGTH}
        value={firstName}
        onChange={setFirstName}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        missing="Enter your last name."
        maxLength={MAX_NAME_LENGTH}
        value={lastName}
        onChange={setLastName}
      />
      <PasswordField
        label="Choose a password"
        autoComplete="new-password"
        missing="Enter a password."
        value={password}
        onChange={setPassword}
      />
      <PrivacyLine by="invitation" />
      <Button kind="main" type="submit" busy={signUp.isPending}>
        Sign up
      </Button>
    </Form>
  );
}
