import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTellDeleted } from '../entries/deleted-notice.tsx';
import { useDrafts } from '../entries/drafts.ts';
import { useAsked } from '../platform/navigation.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Loading } from '../ui/loading.tsx';
import { useDeleteVisits, visitDrafts } from './kind.ts';
import { useVisits } from './use-visits.ts';
import { visitView } from './view.tsx';

const visitDialog = lazy(async () => (await import('./dialog.tsx')).VisitDialog, <DialogLoading />);

/**
 * The dialog of the next visit, which the address opens (`?nextvisit`).
 *
 * @param onSaved called with what was saved, in a sentence
 * @param onRefused called with that sentence if the server refuses the visit
 */
export function NextVisit({
  onSaved,
  onRefused,
}: {
  readonly onSaved: (text: string) => void;
  readonly onRefused: (text: string) => void;
}) {
  const visits = useVisits();
  const isAsked = useAsked('nextvisit', () => setIsOpen(true));
  const [isOpen, setIsOpen] = useState(isAsked);
  /** The unsaved changes of visits. */
  const [drafts, changeDraft] = useDrafts(visitDrafts);
  // The mutation is not in the dialog, because the dialog may be closed before the server answers.
  const deleting = useDeleteVisits();
  const tellDeleted = useTellDeleted();
  const [told, setTold] = useState<{ readonly visitId: string; readonly text: string }>();
  const isRefused = visits?.all.some(
    ({ visitId, queued }) => visitId === told?.visitId && queued?.problem !== undefined,
  );
  const takeBack = useEffectEvent(() => told && onRefused(told.text));
  useEffect(() => {
    if (isRefused) takeBack();
  }, [isRefused]);

  async function remove(visitId: string) {
    const [visit] = await deleting.mutateAsync([visitId]).catch(() => []);
    if (!visit) return;
    changeDraft(visitId, undefined);
    // Closes the dialog at once, because an open dialog would keep the focus.
    flushSync(() => setIsOpen(false));
    tellDeleted({ view: visitView, entries: [visit] });
  }

  if (!isOpen) return null;
  if (visits) {
    return (
      <visitDialog.Component
        visits={visits}
        drafts={Object.values(drafts)}
        onDraft={changeDraft}
        onClose={() => setIsOpen(false)}
        onSaved={(text, visitId) => {
          setIsOpen(false);
          setTold({ visitId, text });
          onSaved(text);
        }}
        deleting={deleting}
        onDelete={(visitId) => void remove(visitId)}
      />
    );
  }
  return (
    !isAsked && (
      <Dialog title="Your visit" onClose={() => setIsOpen(false)}>
        <Loading />
      </Dialog>
    )
  );
}
