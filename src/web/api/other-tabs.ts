/** Tells the other tabs of this browser who has signed in, and who has logged out by hand. */

const signIns = new BroadcastChannel('signed in');
const signOuts = new BroadcastChannel('signed out');

export function tellSignedIn(userId: string): void {
  signIns.postMessage(userId);
}

export function tellSignedOut(userId: string): void {
  signOuts.postMessage(userId);
}

/**
 * @param listener called when someone has logged out in another tab
 *
 * @returns removes the listener
 */
export function onSignedOut(listener: (userId: string) => void): () => void {
  return listen(signOuts, listener);
}

/**
 * @param listener called when another tab shows a signed-in person
 *
 * @returns removes the listener
 */
export function onSignedIn(listener: (userId: string) => void): () => void {
  return listen(signIns, listener);
}

function listen(channel: BroadcastChannel, listener: (userId: string) => void): () => void {
  const hear = ({ data }: MessageEvent<string>) => listener(data);
  channel.addEventListener('message', hear);
  return () => channel.removeEventListener('message', hear);
}
