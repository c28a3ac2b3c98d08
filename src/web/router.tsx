import { createBrowserRouter, Navigate } from 'react-router';
import { OAUTH_END_PATH, SIGN_IN_LINK_PATH } from '../contract/providers.ts';
import { ErrorScreen } from './error-screen.tsx';
import { SessionLoading, SignedIn, SignedOut } from './guards.tsx';

/** Every screen and its guard. The code of a screen is loaded when the screen is first shown. */
export function makeRouter() {
  return createBrowserRouter([
    {
      errorElement: <ErrorScreen />,
      hydrateFallbackElement: <SessionLoading />,
      children: [
        { path: '/', element: <Navigate to="/signin" replace /> },
        {
          element: <SignedOut />,
          children: [
            {
              path: '/signin',
              lazy: async () => ({
                Component: (await import('./features/auth/sign-in.tsx')).SignIn,
              }),
            },
            {
              path: '/signup',
              lazy: async () => ({
                Component: (await import('./features/auth/sign-up.tsx')).SignUp,
              }),
            },
          ],
        },
        {
          path: '/forgot-password',
          lazy: async () => ({
            Component: (await import('./features/auth/forgot-password.tsx')).ForgotPassword,
          }),
        },
        {
          path: SIGN_IN_LINK_PATH,
          lazy: async () => ({
            Component: (await import('./features/auth/sign-in-link.tsx')).SignInLink,
          }),
        },
        {
          path: OAUTH_END_PATH,
          lazy: async () => ({
            Component: (await import('./features/auth/oauth-end.tsx')).OAuthEnd,
          }),
        },
        {
          element: <SignedIn />,
          children: [
            {
              path: '/dashboard',
              lazy: async () => ({ Component: (await import('./dashboard.tsx')).Dashboard }),
            },
          ],
        },
      ],
    },
  ]);
}
