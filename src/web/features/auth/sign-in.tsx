import './auth.css';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { call, serverMessage } from '../../api/client.ts';
import { useSetSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/fields.tsx';
import { Message } from '../../ui/message.tsx';
import { AuthPage } from './auth-page.tsx';
import { GoogleButton } from './google-button.tsx';

export function SignIn() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const setSession = useSetSession();
  const signIn = useMutation({
    mutationFn: () => call('signIn', { email, password }),
    onSuccess: setSession,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate();
  }

  return (
    <AuthPage
      title="Sign in to your account"
      subtitle="Welcome to your Parkinson's Disease Management App"
    >
      <form className="auth-form" onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={setEmail}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <Link className="link" to="/forgot-password">
          Forgot Password
        </Link>
        {signIn.isError && (
          <Message kind="danger">{serverMessage(signIn.error, 'Sign in failed')}</Message>
        )}
        <Button kind="main" type="submit" busy={signIn.isPending}>
          Continue
        </Button>
        <GoogleButton>Sign in with Google</GoogleButton>
      </form>
      <p className="auth-other">
        New here?{' '}
        <Link className="link" to="/signup">
          Sign up
        </Link>
      </p>
    </AuthPage>
  );
}
