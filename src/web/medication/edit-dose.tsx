import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Dose } from '../../contract/entities.ts';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { useDeleteDoses } from './dose-kind.ts';

const doseDialog = lazy(
  async () => (await import('./dose-dialog.tsx')).DoseDialog,
  <DialogLoading />,
);

/**
 * The dialog that corrects or deletes a dose. Its component must stay mounted when the dose changes or is deleted, so
 * that nothing typed is lost.
 *
 * @param onDeleted called after the dialog is closed, with the deleted dose
 */
export function useEditDose(onDeleted: (dose: Dose) => void): {
  readonly open: (dose: Dose) => void;
  /** Whether a dose is being deleted, perhaps after its dialog was closed. */
  readonly isDeleting: boolean;
  /** The open dialog. */
  readonly dialog: ReactNode;
} {
  const [dose, setDose] = useState<Dose>();
  // The mutation is not in the dialog, because the dialog may be closed before the server answers.
  const deleting = useDeleteDoses();

  async function remove(doseId: string) {
    const [deleted] = await deleting.mutateAsync([doseId]).catch(() => []);
    if (!deleted) return;
    // Closes the dialog at once, because an open dialog would keep the focus.
    flushSync(() => setDose(undefined));
    onDeleted(deleted);
  }

  return {
    open: setDose,
    isDeleting: deleting.isPending,
    dialog: dose && (
      <doseDialog.Component
        dose={dose}
        deleting={deleting}
        onClose={() => setDose(undefined)}
        onDelete={() => void remove(dose.doseId)}
      />
    ),
  };
}
