import type { Unsaved } from './unsaved.ts';

/** Tells the other tabs of this browser who has signed in, and who has logged out by hand. */

type Name = 'signed in' | 'signed out';

const channels = new Map<Name, BroadcastChannel>();

/** Opens a channel on first use, so that the build, which renders screens in Node, opens none. */
function channel(name: Name): BroadcastChannel {
  const open = channels.get(name) ?? new BroadcastChannel(name);
  channels.set(name, open);
  return open;
}

export function tellSignedIn(userId: string): void {
  channel('signed in').postMessage(userId);
}

/** The unsaved things that a log-out has deleted: those that it had named, or all of them with the account. */
export type Forgotten = readonly Unsaved[] | 'everything';

interface SignedOut {
  readonly userId: string;
  readonly forgotten: Forgotten;
}

export function tellSignedOut(signedOut: SignedOut): void {
  channel('signed out').postMessage(signedOut);
}

/**
 * @param listener called when someone has logged out in another tab
 *
 * @returns a function that removes the listener
 */
export function onSignedOut(listener: (signedOut: SignedOut) => void): () => void {
  return listen(channel('signed out'), listener);
}

/**
 * @param listener called when another tab shows a signed-in person
 *
 * @returns a function that removes the listener
 */
export function onSignedIn(listener: (userId: string) => void): () => void {
  return listen(channel('signed in'), listener);
}

function listen<Data>(from: BroadcastChannel, listener: (data: Data) => void): () => void {
  const hear = ({ data }: MessageEvent<Data>) => listener(data);
  from.addEventListener('message', hear);
  return () => from.removeEventListener('message', hear);
}
