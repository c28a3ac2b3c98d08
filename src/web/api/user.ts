import { createContext, useContext } from 'react';
import type { SessionUser } from '../../contract/entities.ts';

interface SignedInUser {
  readonly user: SessionUser;
  /** While something typed is unsaved, the page stays even where the session has ended. */
  readonly setUnsaved: (unsaved: boolean) => void;
}

/** The signed-in person, for the screens inside; given by the guard that keeps others out. */
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
