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

/** A screen that is loaded before its page is shown. */
function loaded(load: () => Promise<() => ReactNode>): Lazy<object> {
  return lazy(load, <SessionLoading />, { isScreen: true });
}

const SCREENS: Readonly<Record<string, Screen>> = {
  '/signin': {
    screen: loaded(async () => (await import('./identity/sign-in.tsx')).SignIn),
    Guard: SignedOut,
  },
  '/signup': {
    screen: loaded(async () => (await import('./identity/sign-up.tsx')).SignUp),
    Guard: SignedOut,
  },
  '/forgot-password': {
    screen: loaded(async () => (await import('./identity/forgot-password.tsx')).ForgotPassword),
  },
  [SIGN_IN_LINK_PATH]: {
    screen: loaded(async () => (await import('./identity/sign-in-link.tsx')).SignInLink),
  },
  [END_WAY_IN_PATH]: {
    screen: loaded(async () => (await import('./identity/not-me.tsx')).NotMe),
  },
  [UNDO_EMAIL_PATH]: {
    screen: loaded(async () => (await import('./identity/email-back.tsx')).EmailBack),
  },
  [INVITATION_PATH]: {
    screen: loaded(async () => (await import('./caregivers/invitation.tsx')).Invitation),
  },
  [OAUTH_END_PATH]: {
    screen: loaded(async () => (await import('./identity/oauth-end.tsx')).OAuthEnd),
  },
  '/help': { screen: loaded(async () => (await import('./help/help-screen.tsx')).Help) },
  '/dashboard': {
    screen: loaded(async () => (await import('./dashboard.tsx')).Dashboard),
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
