import { type ReactNode, useState } from 'react';
import { compareText } from '../../domain/sorted.ts';
import { isStatus } from '../platform/client.ts';
import { Button } from '../ui/button.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';

interface DeletedProps {
  /** The entry, as the beginning of a sentence. */
  readonly name: string;
  readonly kind: 'form' | 'dose' | 'check-in' | 'diary entry' | 'visit';
  readonly restoring: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: Error | null;
  };
  readonly onRestore: () => void;
}

/** Says that an entry was deleted and offers Undo. After Undo, says in the same place that the entry is restored. */
export function DeletedNotice({
  name,
  kind,
  restoring,
  isRestored = restoring.isSuccess,
  onRestore,
}: DeletedProps & { readonly isRestored?: boolean }) {
  const { error, isPending } = restoring;
  return (
    <KeptHeight>
      {isRestored ? (
        <Restored name={name} />
      ) : (
        <Message kind={error ? 'danger' : 'info'}>
          {error ? <NotRestored kind={kind} error={error} /> : `${name} was deleted.`}{' '}
          <Button kind="small" busy={isPending} onPress={onRestore}>
            Undo
          </Button>
        </Message>
      )}
    </KeptHeight>
  );
}

export function Restored({ name }: Pick<DeletedProps, 'name'>) {
  return <Message kind="success">{name} is restored.</Message>;
}

/** A deleted entry in a list, with the button that restores it. */
export function DeletedRow({
  name,
  kind,
  restoring: { error, isPending },
  onRestore,
  children,
}: DeletedProps & { readonly children: ReactNode }) {
  return (
    <div className="form-row">
      {children}
      <Button kind="small" label={`Restore ${name}`} busy={isPending} onPress={onRestore}>
        Restore
      </Button>
      {error && (
        <Message kind="danger">
          <NotRestored kind={kind} error={error} />
        </Message>
      )}
    </div>
  );
}

/**
 * The rows of a list of deleted entries, the last deleted first. A restored entry keeps its row, which then says that
 * the entry is restored.
 *
 * @param listed the entries that are still deleted; undefined while they load
 */
export function useDeletedRows<Row extends { readonly deletedAt?: string | null | undefined }>(
  listed: readonly Row[] | undefined,
  keyOf: (row: Row) => string | number,
) {
  /** The rows whose Restore was pressed. */
  const [pressed, setPressed] = useState<readonly Row[]>([]);
  const isIn = (rows: readonly Row[], row: Row) => rows.some((each) => keyOf(each) === keyOf(row));
  const restored = listed ? pressed.filter((row) => !isIn(listed, row)) : [];
  const rows = [...(listed ?? []), ...restored].sort((one, other) =>
    compareText(other.deletedAt ?? '', one.deletedAt ?? ''),
  );
  return {
    rows,
    restored,
    /** Must be called when Restore is pressed. */
    notePress: (row: Row) => setPressed([...pressed.filter((each) => !isIn([row], each)), row]),
  };
}

/** Why an entry could not be restored. */
function NotRestored({ kind, error }: Pick<DeletedProps, 'kind'> & { readonly error: Error }) {
  if (isStatus(error, 401)) return <LoggedOut>try again.</LoggedOut>;
  return `We couldn’t restore this ${kind}. Please try again.`;
}
