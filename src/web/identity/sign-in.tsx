import './auth.css';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import { call, isStatus, refusalOf } from '../platform/client.ts';
import { useConfig } from '../platform/config.ts';
import { Failure } from '../platform/failure.tsx';
import { Link, useAddress } from '../platform/navigation.tsx';
import { useSetSession } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { HelpLink } from './auth-page.tsx';
import { LinkRequest } from './link-request.tsx';
import { OwnProviderOnly } from './own-provider.tsx';
import { usesPasskeyHere } from './passkey-here.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PrivacyLine } from './privacy-line.tsx';
import { ProviderButton, ProviderButtons } from './provider-buttons.tsx';
import { SignInPage } from './sign-in-page.tsx';

export function SignIn() {
  const { parameters } = useAddress();
  const isOwnOnly = useConfig().data?.oidcOnly === true;
  // The operator's way back, if the provider does not work.
  return isOwnOnly && !parameters.has('password') ? <OwnProviderOnly /> : <SignInForm />;
}

function SignInForm() {
  const hasOwn = useConfig().data?.providers.includes('oidc') === true;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isPasskeyFirst] = useState(usesPasskeyHere);
  const setSession = useSetSession();
  const signIn = useMutation({
    // Here, a 401 means a wrong email or password, not an ended session.
    meta: { showsOwnError: true },
    mutationFn: () => call('signIn', { email, password }),
    onSuccess: setSession,
  });

  // The message names the link, so its button moves near the fields.
  const isSpent = refusalOf(signIn.error, accountErrors.budgetSpent) !== '';
  const refusal = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (signIn.isError) refusal.current?.scrollIntoView({ block: 'nearest' });
  }, [signIn.isError]);

  function submit() {
    if (!signIn.isPending) signIn.mutate();
  }

  return (
    <SignInPage>
      <Form className="auth-form" onSubmit={submit}>
        {signIn.isError && (
          <div className="stack-close" ref={refusal}>
            <Failure of={signIn.error} otherwise="Sign in failed" />
            {isStatus(signIn.error, 401) && (
              <p>
                New here?{' '}
                <Link className="link" to="/signup" data={{ email }}>
                  Sign up
                </Link>
              </p>
            )}
          </div>
        )}
        {isPasskeyFirst && <PasskeySignIn isFirst />}
        {hasOwn && <ProviderButton provider="oidc" action="Sign in" />}
        <TextField
          label="Email"
          type="email"
          autoComplete="email webauthn"
          missing="Enter your email."
          value={email}
          onChange={setEmail}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          missing="Enter your password."
          value={password}
          onChange={setPassword}
        />
        {isSpent && <LinkRequest email={email} />}
        <div className="auth-links">
          <Link className="link" to="/forgot-password">
            Forgot Password
          </Link>
          <HelpLink />
        </div>
        <Button kind={isPasskeyFirst ? 'plain' : 'main'} wide type="submit" busy={signIn.isPending}>
          Continue
        </Button>
        <div className="auth-new">
          <p>New here?</p>
          <Link className="button button-wide" to="/signup" data={{ email }}>
            Sign up
          </Link>
        </div>
        {!isPasskeyFirst && <PasskeySignIn />}
        <ProviderButtons action="Sign in" />
        {!isSpent && <LinkRequest email={email} />}
        <PrivacyLine by="buttons" />
      </Form>
    </SignInPage>
  );
}
