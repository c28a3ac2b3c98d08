/** What the tabs of this browser tell each other: who has signed out by hand. */

const signOuts = new BroadcastChannel('signed out');

export function tellSignedOut(userId: string): void {
  signOuts.postMessage(userId);
}

/**
 * @param listener called when someone has signed out in another tab
 * @returns ends that
 */
export function onSignedOut(listener: (userId: string) => void): () => void {
  const hear = ({ data }: MessageEvent<string>) => listener(data);
  signOuts.addEventListener('message', hear);
  return () => signOuts.removeEventListener('message', hear);
}
