import type { ReactNode } from 'react';
import { isStatus } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { KeptHeight } from '../../ui/kept-height.tsx';
import { LoggedOut } from '../../ui/logged-out.tsx';
import { Message } from '../../ui/message.tsx';

interface DeletedProps {
  readonly name: string;
  readonly kind: 'form' | 'dose' | 'check-in' | 'diary entry' | 'visit';
  readonly restoring: {
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: Error | null;
  };
  readonly onRestore: () => void;
}

/** Says that an entry was deleted, restores it, and says so in the same place. The name begins the sentences. */
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

/** Why an entry could not be restored. */
function NotRestored({ kind, error }: Pick<DeletedProps, 'kind'> & { readonly error: Error }) {
  if (isStatus(error, 401)) return <LoggedOut>try again.</LoggedOut>;
  return `We couldn’t restore this ${kind}. Please try again.`;
}
