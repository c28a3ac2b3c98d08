import { createContext, useContext } from 'react';
import type { SessionUser } from '../../contract/entities.ts';

interface SignedInUser {
  readonly user: SessionUser;
  /** Keeps the page mounted after the session has ended, while it holds unsaved input. */
  readonly setUnsaved: (unsaved: boolean) => void;
}

/** The signed-in person, for the screens inside; provided by the guard that redirects everybody else. */
export const UserContext = createContext<SignedInUser | null>(null);

export function useUser(): SessionUser {
  return useSignedIn().user;
}

export function useSetUnsaved(): SignedInUser['setUnsaved'] {
  return useSignedIn().setUnsaved;
}

function useSignedIn(): SignedInUser {
  const signedIn = useContext(UserContext);
  if (!signedIn) throw new Error('This screen is for signed-in people only');
  return signedIn;
}
