/** Tells the other tabs of this browser who has logged out by hand. */

const signOuts = new BroadcastChannel('signed out');

export function tellSignedOut(userId: string): void {
  signOuts.postMessage(userId);
}

/**
 * @param listener called when someone has logged out in another tab
 *
 * @returns removes the listener
 */
export function onSignedOut(listener: (userId: string) => void): () => void {
  const hear = ({ data }: MessageEvent<string>) => listener(data);
  signOuts.addEventListener('message', hear);
  return () => signOuts.removeEventListener('message', hear);
}
