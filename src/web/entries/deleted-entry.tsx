import { type KindName, wordFor } from '../../domain/unsent.ts';
import { isStatus, messageOf } from '../platform/client.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';

interface DeletedProps {
  /** The entry or the entries, as the beginning of a sentence. */
  readonly name: string;
  readonly isMany?: boolean;
  readonly kind: KindName;
  readonly restoring: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: Error | null;
  };
  readonly onRestore: () => void;
}

/** Says that an entry was deleted and offers Undo. After Undo, says in the same place that the entry is restored. */
export function DeletedMessage({
  name,
  isMany = false,
  kind,
  restoring,
  isRestored = restoring.isSuccess,
  onRestore,
}: DeletedProps & { readonly isRestored?: boolean | undefined }) {
  const { error, isPending } = restoring;
  return (
    <KeptHeight>
      {isRestored ? (
        <Restored name={name} isMany={isMany} />
      ) : (
        <Message kind={error ? 'danger' : 'info'}>
          {error ? (
            <NotRestored kind={kind} error={error} />
          ) : (
            <Breakable text={`${name} ${isMany ? 'were' : 'was'} deleted.`} />
          )}{' '}
          <Button kind="quiet" icon="undo" busy={isPending} onPress={onRestore}>
            Undo
          </Button>
        </Message>
      )}
    </KeptHeight>
  );
}

export function Restored({ name, isMany = false }: Pick<DeletedProps, 'name' | 'isMany'>) {
  return (
    <Message kind="success">
      <Breakable text={`${name} ${isMany ? 'are' : 'is'} restored.`} />
    </Message>
  );
}

/** Why an entry could not be restored. */
export function NotRestored({
  kind,
  error,
}: Pick<DeletedProps, 'kind'> & { readonly error: Error }) {
  if (isStatus(error, 401)) return <LoggedOut>try again.</LoggedOut>;
  return messageOf(error, `We couldn’t restore this ${wordFor(kind)}. Please try again.`);
}
