import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { SessionUser } from '../../contract/entities.ts';
import { KIND_NAMES } from '../../domain/unsent.ts';
import {
  eraseAnswers,
  eraseOthers,
  type KeptAnswer,
  readAnswers,
  writeAnswers,
} from './kept-device.ts';
import { dropText, keepText, readText } from './kept-text.ts';
import { keys } from './keys.ts';

/**
 * Stores the latest answers of the server on the device, so that the app opens without a network (decision 31). Only
 * the answers for the person who is signed in in this browser are stored.
 */

/**
 * The local storage key of the mark: the id of the person whose answers the device stores, or `NOBODY` while the stored
 * answers are being erased. The mark changes at once, although erasing may take time. Only the answers for the marked
 * person are shown and stored.
 */
const MARK = 'keptFor';
const NOBODY = '';

/**
 * How long the server may be out of reach before the stored answers are erased (ms). A session without use ends after
 * the same time. `DAY_MS` is not imported from `zone.ts`, because that would add the date formats in `zone.ts` to the
 * code of the sign-in screen.
 */
const LONGEST_MS = 30 * 86_400_000;
/** The pause before answers are stored (ms), because the page first has to show them. */
const WRITE_AFTER_MS = 500;
/** The URL of this script, which contains a hash of the app's code. */
const BUILD = import.meta.url;

/** Whose answers were restored in this page. */
export interface Restored {
  readonly userId: string;
  /** When the server sent the restored forms, or the restored session if no forms were stored (ms). */
  readonly at: number;
  /** Whether the page has fetched the session from the server since the answers were restored. */
  readonly isAnswered: boolean;
}

/**
 * The hashes of the queries whose answers are stored: the session, the settings of the installation, and the data of
 * the person and of the people whom they help.
 */
function keptKeys({ id, helps }: SessionUser): readonly string[] {
  const owners = [id, ...helps.map(({ userId }) => userId)];
  const kept = [keys.session, keys.config, ...owners.flatMap(keptKeysOf)];
  return kept.map((key) => hashKey(key));
}

function keptKeysOf(userId: string): readonly (readonly unknown[])[] {
  const { profile, forms, medications, entries } = keys;
  return [
    profile(userId),
    forms(userId, 'history'),
    medications(userId),
    ...KIND_NAMES.map((kind) => entries(kind, userId, 'recent')),
  ];
}

/** Removes the cached answers about people whom the signed-in person does not help any more. */
function dropFormerlyHelped(client: QueryClient, user: SessionUser, before: readonly string[]) {
  const now = user.helps.map(({ userId }) => userId);
  const gone = before.filter((userId) => !now.includes(userId));
  client.removeQueries({ predicate: ({ queryKey }) => gone.includes(String(queryKey[1])) });
}

/**
 * Stores each new answer to the queries of `keptKeys`. Erases all stored answers when the person for whom they were
 * stored is not signed in any more.
 *
 * @returns a function that stops the storing
 */
export function keepAnswers(client: QueryClient): () => void {
  const unwritten = new Map<string, KeptAnswer>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** User ids of the people whom the signed-in person helped in the previous answer about the session. */
  let helped: readonly string[] = [];

  async function write() {
    timer = undefined;
    const answers = new Map([...unwritten].filter(([, { userId }]) => isMarked(userId)));
    unwritten.clear();
    if (answers.size > 0) await writeAnswers(answers);
    // If another tab logged out during the write, the answers that were just written must be erased.
    const [first] = answers.values();
    if (first && !isMarked(first.userId)) await eraseAnswers();
  }

  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    // Only `restoreAnswers` sets `dataUpdatedAt`. The answers that it restores are on the device already.
    if (event.action.dataUpdatedAt !== undefined) return;
    const { queryKey, queryHash, state } = event.query;
    const user = client.getQueryData<SessionUser | null>(keys.session);
    if (queryHash === hashKey(keys.session)) {
      if (user?.hasProfile) markFor(user.id);
      else forgetAnswers();
      if (user) {
        dropFormerlyHelped(client, user, helped);
        const kept = keptKeys(user);
        for (const hash of unwritten.keys()) if (!kept.includes(hash)) unwritten.delete(hash);
        // A person may have ended the caregiver's access while the app was closed, so the stored answers about
        // everybody who is not listed in the session are erased.
        void eraseOthers([user.id, ...user.helps.map(({ userId }) => userId)]);
      }
      helped = user?.helps.map(({ userId }) => userId) ?? [];
    }
    if (!user?.hasProfile || !keptKeys(user).includes(queryHash)) return;
    unwritten.set(queryHash, {
      userId: user.id,
      build: BUILD,
      key: queryKey,
      data: withFirstPage(state.data),
      updatedAt: state.dataUpdatedAt,
    });
    timer ??= setTimeout(write, WRITE_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Erases the stored answers. They are not shown any more from the moment of the call, even if erasing takes time. */
export function forgetAnswers(): void {
  if (readText(MARK) === null) return;
  keepText(MARK, NOBODY);
  void eraseAnswers().then((isErased) => {
    if (isErased && isMarked(NOBODY)) dropText(MARK);
  });
}

function markFor(userId: string): void {
  if (isMarked(userId)) return;
  void eraseAnswers();
  keepText(MARK, userId);
}

function isMarked(userId: string): boolean {
  return readText(MARK) === userId;
}

/** Keeps only the first page of the history, because a restored history is fetched again page by page. */
function withFirstPage(data: unknown): unknown {
  const { pages, pageParams } = data as { pages?: unknown[]; pageParams?: unknown[] };
  return pages ? { pages: pages.slice(0, 1), pageParams: pageParams?.slice(0, 1) } : data;
}

/** Shows the stored answers, unless the page already has an answer about the session. */
export async function restoreAnswers(client: QueryClient): Promise<void> {
  const userId = readText(MARK);
  const isKnown = () => client.getQueryData(keys.session) !== undefined;
  if (!userId || isKnown()) return;
  const stored = await readAnswers();
  const answers = stored.filter((answer) => answer.userId === userId && answer.build === BUILD);
  const find = (key: readonly unknown[]) =>
    answers.find((answer) => hashKey(answer.key) === hashKey(key));
  const session = find(keys.session);
  if (!session) return;
  const contact = Math.max(...answers.map(({ updatedAt }) => updatedAt));
  if (Math.abs(Date.now() - contact) > LONGEST_MS) {
    forgetAnswers();
    return;
  }
  // While the device was read, the server may have answered, or another tab may have logged out.
  if (isKnown() || !isMarked(userId)) return;
  const { updatedAt: at } = find(keys.forms(userId, 'history')) ?? session;
  client.setQueryData<Restored>(keys.restored, { userId, at, isAnswered: false });
  // The session is set last, because the screens appear as soon as it is set.
  for (const { key, data, updatedAt } of [...answers.filter((each) => each !== session), session]) {
    client.setQueryData(key, data, { updatedAt });
  }
}

/** True from the time when stored answers are restored until the page has fetched the session from the server. */
export function isRestored(client: QueryClient): boolean {
  return client.getQueryData<Restored>(keys.restored)?.isAnswered === false;
}

/**
 * Called after each successful fetch. If the page shows restored answers, fetches the session again, and then all other
 * answers if the same person is still signed in.
 */
export function replaceRestored(client: QueryClient, queryHash: string): void {
  if (!isRestored(client)) return;
  if (queryHash !== hashKey(keys.session)) {
    void client.invalidateQueries({ queryKey: keys.session }, { cancelRefetch: false });
    return;
  }
  const user = client.getQueryData<SessionUser | null>(keys.session);
  client.setQueryData<Restored>(
    keys.restored,
    (before) => before && { ...before, isAnswered: true },
  );
  if (user?.id !== client.getQueryData<Restored>(keys.restored)?.userId) return;
  const others = [keys.session, keys.restored].map((key) => hashKey(key));
  void client.invalidateQueries({ predicate: (query) => !others.includes(query.queryHash) });
}
