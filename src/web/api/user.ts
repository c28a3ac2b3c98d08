import { createContext, useContext } from 'react';
import type { SessionUser } from '../../contract/entities.ts';

interface SignedInUser {
  readonly user: SessionUser;
  /** Pass true while there is unsaved input: the page then stays mounted even if the session ends. */
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
