import type { ReactNode } from 'react';
import { Message } from '../ui/message.tsx';
import { AuthPage } from './auth-page.tsx';
import { useFarewell } from './queries.ts';

/** The page around every way to sign in. After the deletion of an account it says so. */
export function SignInPage({ children }: { readonly children: ReactNode }) {
  const isFarewell = useFarewell();
  return (
    <AuthPage
      title="Sign in to your account"
      subtitle="Welcome to your Parkinson's Disease Management App"
    >
      {isFarewell && (
        <Message kind="success">Your account and everything in it were deleted.</Message>
      )}
      {children}
    </AuthPage>
  );
}
