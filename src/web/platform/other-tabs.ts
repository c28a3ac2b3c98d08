import { randomUuid } from './random-uuid.ts';
import type { Unsaved } from './unsaved.ts';

/** Tells the other tabs of this browser who has signed in or logged out by hand, and asks what is typed in them. */

type Name = 'signed in' | 'signed out' | 'unsaved';

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

/** How long other tabs have to answer (ms). One that takes longer is frozen: its browser may end it at any time. */
const ANSWER_WITHIN_MS = 300;

type AboutUnsaved =
  | { readonly question: string; readonly userId: string }
  | { readonly answerTo: string; readonly unsaved: readonly Unsaved[] };

/** Asks the other tabs that show this person what is typed in them and stored nowhere. */
export async function askOtherTabs(userId: string): Promise<readonly Unsaved[]> {
  const found: Unsaved[] = [];
  const question = randomUuid();
  const stop = listen<AboutUnsaved>(channel('unsaved'), (data) => {
    if ('answerTo' in data && data.answerTo === question) found.push(...data.unsaved);
  });
  channel('unsaved').postMessage({ question, userId } satisfies AboutUnsaved);
  await new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS));
  stop();
  return found;
}

/**
 * Answers other tabs that ask for what is typed here.
 *
 * @returns a function that stops answering
 */
export function answerOtherTabs(userId: string, find: () => readonly Unsaved[]): () => void {
  return listen<AboutUnsaved>(channel('unsaved'), (data) => {
    if (!('question' in data) || data.userId !== userId) return;
    const answer = { answerTo: data.question, unsaved: find() } satisfies AboutUnsaved;
    channel('unsaved').postMessage(answer);
  });
}

function listen<Data>(from: BroadcastChannel, listener: (data: Data) => void): () => void {
  const hear = ({ data }: MessageEvent<Data>) => listener(data);
  from.addEventListener('message', hear);
  return () => from.removeEventListener('message', hear);
}
