import { Component, type ReactNode, useEffect, useState } from 'react';
import {
  END_WAY_IN_PATH,
  INVITATION_PATH,
  OAUTH_END_PATH,
  SIGN_IN_LINK_PATH,
  UNDO_EMAIL_PATH,
} from '../contract/providers.ts';
import { ErrorScreen } from './error-screen.tsx';
import { SessionLoading, SignedIn, SignedOut } from './guards.tsx';
import { Redirect, useAddress } from './platform/navigation.tsx';
import { noteError } from './platform/note-errors.ts';
import { type Lazy, lazy } from './ui/lazy.tsx';

/** A screen, whose code is loaded when it is first shown. */
interface Screen {
  readonly screen: Lazy<object>;
  /** Shows the screen only to the people that it is for. */
  readonly Guard?: (props: { readonly children: ReactNode }) => ReactNode;
}

const waiting = <SessionLoading />;

const SCREENS: Readonly<Record<string, Screen>> = {
  '/signin': {
    screen: lazy(async () => (await import('./identity/sign-in.tsx')).SignIn, waiting),
    Guard: SignedOut,
  },
  '/signup': {
    screen: lazy(async () => (await import('./identity/sign-up.tsx')).SignUp, waiting),
    Guard: SignedOut,
  },
  '/forgot-password': {
    screen: lazy(
      async () => (await import('./identity/forgot-password.tsx')).ForgotPassword,
      waiting,
    ),
  },
  [SIGN_IN_LINK_PATH]: {
    screen: lazy(async () => (await import('./identity/sign-in-link.tsx')).SignInLink, waiting),
  },
  [END_WAY_IN_PATH]: {
    screen: lazy(async () => (await import('./identity/not-me.tsx')).NotMe, waiting),
  },
  [UNDO_EMAIL_PATH]: {
    screen: lazy(async () => (await import('./identity/email-back.tsx')).EmailBack, waiting),
  },
  [INVITATION_PATH]: {
    screen: lazy(async () => (await import('./caregivers/invitation.tsx')).Invitation, waiting),
  },
  [OAUTH_END_PATH]: {
    screen: lazy(async () => (await import('./identity/oauth-end.tsx')).OAuthEnd, waiting),
  },
  '/dashboard': {
    screen: lazy(async () => (await import('./dashboard.tsx')).Dashboard, waiting),
    Guard: SignedIn,
  },
};

/** Loads the code of a screen, so that the first rendering of the app shows the screen. */
export async function loadScreen(path: string): Promise<void> {
  await SCREENS[path]?.screen.load();
}

/** The screen at the page's address. */
export function Screens() {
  return (
    <ErrorBoundary>
      <ScreenAtAddress />
    </ErrorBoundary>
  );
}

function ScreenAtAddress() {
  const { path } = useAddress();
  const [shown, setShown] = useState(path);
  useEffect(() => {
    let isWanted = true;
    // The previous screen stays until the code of the next one is loaded.
    loadScreen(path).then(() => {
      if (!isWanted || path === shown) return;
      setShown(path);
      window.scrollTo(0, 0);
    });
    return () => {
      isWanted = false;
    };
  }, [path, shown]);
  if (shown === '/') return <Redirect to="/signin" />;
  const screen = SCREENS[shown];
  if (!screen) return <ErrorScreen isMissing />;
  const { screen: content, Guard = Unguarded } = screen;
  return (
    <Guard>
      <content.Component key={shown} />
    </Guard>
  );
}

function Unguarded({ children }: { readonly children: ReactNode }) {
  return children;
}

/** Shows the error screen after an error in the app, which React logs in the console. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error) {
    noteError(error);
  }

  override render() {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children;
  }
}
