import { useEffect, useState } from 'react';
import type { KindName } from '../../domain/unsent.ts';
import { dropText, keepText, readText, textKeys } from '../platform/kept-text.ts';
import { trackerKeyOf } from '../platform/tracker-key.ts';
import type { Unsaved } from '../platform/unsaved.ts';
import { useTrackerKey } from '../platform/user.ts';
import { useIsFromHtml } from '../ui/from-html.ts';

/** Input that stays on the device until it is saved or the person logs out. */
export interface Drafts {
  /** 'a check-in' */
  readonly one: string;
  /** '2 check-ins' */
  readonly several: (count: number) => string;
  /** Finds a person's drafts for themselves and for others, also for people whom they do not help any more. */
  readonly find: (userId: string) => readonly Unsaved[];
  readonly forget: (drafts: readonly Unsaved[]) => void;
}

/** The drafts of a kind. They are in local storage, which a page can read before its first paint. */
export interface DraftsOf<Draft> extends Drafts {
  /** The drafts of one tracker, by the key of their entry. */
  readonly read: (trackerKey: string) => Readonly<Record<string, Draft>>;
  /**
   * Stores one draft beside those that other windows have stored.
   *
   * @param draft undefined if everything about the entry is saved
   */
  readonly keep: (trackerKey: string, id: string, draft: Draft | undefined) => void;
  /** Calls a function after each change in this window. @returns a function that ends it */
  readonly subscribe: (listener: () => void) => () => void;
}

export function draftsOf<Draft>({
  kind,
  one,
  several,
  isChange,
}: Pick<Drafts, 'one' | 'several'> & {
  readonly kind: KindName;
  /** Whether a log-out names the draft as a change of something that is saved. */
  readonly isChange: (draft: Draft) => boolean;
}): DraftsOf<Draft> {
  const nameOf = (trackerKey: string) => `drafts of ${kind} ${trackerKey}`;
  const listeners = new Set<() => void>();
  function read(trackerKey: string): Readonly<Record<string, Draft>> {
    return JSON.parse(readText(nameOf(trackerKey)) ?? '{}');
  }
  function keep(trackerKey: string, id: string, draft: Draft | undefined): void {
    const { [id]: _, ...others } = read(trackerKey);
    const drafts = draft ? { ...others, [id]: draft } : others;
    if (Object.keys(drafts).length > 0) keepText(nameOf(trackerKey), JSON.stringify(drafts));
    else dropText(nameOf(trackerKey));
    for (const listener of listeners) listener();
  }
  return {
    one,
    several,
    read,
    keep,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    find(userId) {
      const names = textKeys(nameOf(trackerKeyOf(userId, '')));
      const others = names.map((name) => name.slice(nameOf('').length));
      return [userId, ...others].flatMap((trackerKey) =>
        Object.entries(read(trackerKey)).map(([id, draft]): Unsaved => {
          return { kind, trackerKey, id, isChange: isChange(draft) };
        }),
      );
    },
    forget(unsaved) {
      for (const { trackerKey, id } of unsaved) keep(trackerKey, id, undefined);
    },
  };
}

/** The drafts of the tracker that is shown, by the key of their entry, and the function that stores one. */
export function useDrafts<Draft>({
  read,
  keep,
  subscribe,
}: DraftsOf<Draft>): readonly [
  drafts: Readonly<Record<string, Draft>>,
  change: (id: string, draft: Draft | undefined) => void,
] {
  const trackerKey = useTrackerKey();
  const [drafts, setDrafts] = useState(() => read(trackerKey));
  // The drafts of a visit are changed in its dialog and named in its card.
  useEffect(() => subscribe(() => setDrafts(read(trackerKey))), [read, subscribe, trackerKey]);
  const isFromHtml = useIsFromHtml();
  return [isFromHtml ? {} : drafts, (id, draft) => keep(trackerKey, id, draft)];
}
