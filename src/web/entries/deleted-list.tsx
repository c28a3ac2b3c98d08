import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { capitalized } from '../../domain/capitalized.ts';
import { compareText } from '../../domain/sorted.ts';
import { isUnreached, useIsOffline } from '../platform/offline.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { ShortList } from '../ui/short-list.tsx';
import { NotRestored, Restored } from './deleted-entry.tsx';
import { deletedQuery, useRestore } from './entries-of.ts';
import { keyOf } from './kind-calls.ts';
import { NotOnDevice } from './not-on-device.tsx';
import type { AnyKindView, DeletedTogether } from './view.ts';

/**
 * The entries that were deleted in the last 30 days, the last deleted first. A restored entry keeps its row.
 *
 * @param isWanted if false, nothing is fetched
 */
export function useDeletedList(views: readonly AnyKindView[], isWanted: boolean) {
  const { id: userId } = useUser();
  const isOffline = useIsOffline();
  const lists = useQueries({
    queries: views.map(({ kind }) => ({ ...deletedQuery(kind, userId), enabled: isWanted })),
  });
  /** The rows whose Restore was pressed. */
  const [pressed, setPressed] = useState<readonly DeletedTogether[]>([]);
  const listed = views.flatMap((view, index) => rowsOf(view, lists[index]?.data ?? []));
  const stillDeleted = new Set(listed.flatMap(idsOf));
  const restored = pressed.filter(
    (row) =>
      lists[views.indexOf(row.view)]?.data && idsOf(row).every((id) => !stillDeleted.has(id)),
  );
  const rows = [...listed, ...restored].sort((one, other) =>
    compareText(deletedAt(other), deletedAt(one)),
  );
  return {
    rows,
    restored,
    isPending: lists.some(({ isPending }) => isPending),
    /** Whether a list is missing because the server cannot be reached. */
    isOut: lists.some((list) => isUnreached(list, isOffline) && !list.data),
    isError: lists.some((list) => list.isError && !isUnreached(list, isOffline)),
    isSuccess: lists.every(({ isSuccess }) => isSuccess),
    retry() {
      for (const list of lists) if (list.isError) void list.refetch();
    },
    notePress: (row: DeletedTogether) =>
      setPressed((before) => [...before.filter((each) => idOf(each) !== idOf(row)), row]),
  };
}

/** Shows the rows, or why there are none. A restored entry's row says so. */
export function DeletedList({
  of: { rows, restored, isPending, isOut, isError, isSuccess, retry, notePress },
  onGone,
  onRestore,
}: {
  readonly of: ReturnType<typeof useDeletedList>;
  /** Takes the focus when a pressed button has left the page. */
  readonly onGone: () => void;
  readonly onRestore?: () => void;
}) {
  const count = restored.length;
  const countBefore = useRef(count);
  useEffect(() => {
    if (count > countBefore.current && document.activeElement === document.body) onGone();
    countBefore.current = count;
  }, [count, onGone]);
  return (
    <>
      {isPending && <Loading />}
      {isOut && <NotOnDevice what="deleted" />}
      {isError && (
        <>
          <Message kind="danger">We couldn’t load the deleted entries.</Message>
          <Button onPress={retry}>Try again</Button>
        </>
      )}
      {isSuccess && rows.length === 0 && (
        <p role="status">Nothing was deleted in the last 30 days.</p>
      )}
      {rows.length > 0 && (
        <ShortList
          rows={rows}
          isKept={(row) => restored.includes(row)}
          more="Show older deleted entries"
        >
          {(shown) => (
            <ul className="entry-list" aria-label="Deleted in the last 30 days">
              {shown.map((row) => (
                <li key={idOf(row)}>
                  <KeptHeight>
                    <Row
                      of={row}
                      isRestored={restored.includes(row)}
                      onRestore={() => {
                        notePress(row);
                        onRestore?.();
                      }}
                    />
                  </KeptHeight>
                </li>
              ))}
            </ul>
          )}
        </ShortList>
      )}
    </>
  );
}

function Row({
  of: { view, entries },
  isRestored,
  onRestore,
}: {
  readonly of: DeletedTogether;
  readonly isRestored: boolean;
  readonly onRestore: () => void;
}) {
  const { kind, Deleted } = view;
  const name = view.useWords().name(entries);
  const { mutate, isPending, error } = useRestore(kind);
  if (isRestored) return <Restored name={capitalized(name)} />;
  return (
    <div className="entry-row">
      <Deleted entries={entries} />
      <Button
        kind="quiet"
        icon="undo"
        label={`Restore ${name}`}
        busy={isPending}
        onPress={() => {
          onRestore();
          mutate(entries.map((entry) => keyOf(kind, entry)));
        }}
      >
        Restore
      </Button>
      {error && (
        <Message kind="danger">
          <NotRestored kind={kind.name} error={error} />
        </Message>
      )}
    </div>
  );
}

function rowsOf(
  view: AnyKindView,
  deleted: DeletedTogether['entries'],
): readonly DeletedTogether[] {
  const groups = view.together?.(deleted) ?? deleted.map((entry) => [entry]);
  return groups.map((entries) => ({ view, entries }));
}

/** The ids of all entries of a row, unique among all kinds. */
function idsOf({ view: { kind }, entries }: DeletedTogether): string[] {
  return entries.map((entry) => `${kind.name} ${keyOf(kind, entry)}`);
}

function idOf(row: DeletedTogether): string {
  return idsOf(row)[0] ?? '';
}

function deletedAt({ entries: [first] }: DeletedTogether): string {
  return first?.deletedAt ?? '';
}
