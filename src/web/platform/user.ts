import { createContext, useContext } from 'react';
import type { Helped, SessionUser } from '../../contract/entities.ts';
import { trackerKeyOf } from './tracker-key.ts';

interface SignedInUser {
  /** The person whose tracker is shown: the signed-in person, or somebody whom they help. */
  readonly user: SessionUser;
  /** The signed-in person. */
  readonly me: SessionUser;
  /** What the signed-in person may do in the tracker of somebody else; undefined in their own. */
  readonly helping?: Helped | undefined;
  /** Pass true while there is unsaved input: the page then stays mounted even if the session ends. */
  readonly setUnsaved: (unsaved: boolean) => void;
}

/** The signed-in person, provided by the guard (`guards.tsx`) to the screens that only signed-in people see. */
export const UserContext = createContext<SignedInUser | null>(null);

/** The person whose tracker is shown. */
export function useUser(): SessionUser {
  return useSignedIn().user;
}

/** The signed-in person, also while they look at the tracker of somebody whom they help. */
export function useMe(): SessionUser {
  return useSignedIn().me;
}

/** What the signed-in caregiver may do in the shown tracker; undefined in their own tracker. */
export function useHelping(): Helped | undefined {
  return useSignedIn().helping;
}

/** Whether new entries can be made in the tracker that is shown. */
export function useMayLog(): boolean {
  return useHelping()?.may !== 'read';
}

export function useSetUnsaved(): SignedInUser['setUnsaved'] {
  return useSignedIn().setUnsaved;
}

/** The key under which the device stores drafts and waiting entries of the tracker that is shown. */
export function useTrackerKey(): string {
  const { me, user } = useSignedIn();
  return trackerKeyOf(me.id, user.id);
}

export function useSignedIn(): SignedInUser {
  const signedIn = useContext(UserContext);
  if (!signedIn) throw new Error('This screen is for signed-in people only');
  return signedIn;
}
