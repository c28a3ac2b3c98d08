import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WayIn } from '../../contract/ways-in.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import { call } from '../platform/client.ts';
import { Failure } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { useReloadAccount } from './queries.ts';

export function RenamePasskey({
  way,
  onClose,
}: {
  readonly way: WayIn;
  readonly onClose: () => void;
}) {
  const { id: userId } = useUser();
  const reload = useReloadAccount(userId);
  const [name, setName] = useState(way.passkey?.name ?? '');
  const renaming = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => call('renamePasskey', { userId, wayId: way.wayId, name }),
    onSettled: reload,
  });

  function submit() {
    if (renaming.isPending) return;
    void renaming.mutateAsync().then(onClose, () => {});
  }

  return (
    <Dialog title="Rename passkey" onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          autoComplete="off"
          missing="Enter a name."
          maxLength={MAX_NAME_LENGTH}
          value={name}
          onChange={setName}
        />
        <Failure of={renaming.error} />
        <Button kind="main" type="submit" busy={renaming.isPending}>
          {renaming.isPending ? 'Saving...' : 'Save name'}
        </Button>
      </Form>
    </Dialog>
  );
}
