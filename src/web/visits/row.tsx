import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Visit } from '../../contract/entities.ts';
import { visitDayText } from '../../domain/visit-days.ts';
import { DeletedNotice } from '../entries/deleted-notice.tsx';
import type { Queued } from '../entries/device-queue.ts';
import { useDrafts } from '../entries/drafts.ts';
import { Refusal } from '../entries/refusal.tsx';
import { WaitingTag } from '../entries/waiting-tag.tsx';
import { Link, navigate, useAddress } from '../platform/navigation.tsx';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Loading } from '../ui/loading.tsx';
import {
  useDeleteVisits,
  useShowVisits,
  useVisitQueue,
  visitDrafts,
  type WaitingVisit,
} from './kind.ts';
import { begunDraft, dayName, useSaveVisit, useVisits } from './use-visits.ts';
import { visitView } from './view.tsx';

const visitDialog = lazy(async () => (await import('./dialog.tsx')).VisitDialog, <DialogLoading />);

/** The next visit, with links to its dialog and its page. The address can open the dialog (`?nextvisit`). */
export function VisitRow() {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const visits = useVisits();
  const isAsked = useAddress().parameters.has('nextvisit');
  const [isOpen, setIsOpen] = useState(isAsked);
  /** The unsaved changes of visits. */
  const [byId, changeDraft] = useDrafts(visitDrafts);
  const drafts = Object.values(byId);
  const [deleted, setDeleted] = useState<Visit>();
  useEffect(() => {
    if (!isAsked) return;
    navigate('/dashboard', { replace: true });
    setIsOpen(true);
  }, [isAsked]);
  // The mutation is not in the dialog, because the dialog may be closed before the server answers.
  const deleting = useDeleteVisits();

  async function remove(visitId: string) {
    const [visit] = await deleting.mutateAsync([visitId]).catch(() => []);
    if (!visit) return;
    changeDraft(visitId, undefined);
    // Closes the dialog at once, because an open dialog would keep the focus.
    flushSync(() => setIsOpen(false));
    setDeleted(visit);
  }

  const { next, refused } = visits ?? {};
  const isUnsaved = visits && begunDraft(drafts, visits) !== undefined;
  const isWaiting = next?.queued && next.queued.problem === undefined;
  return (
    <section className="stack-close visit-row" aria-label="Next visit">
      <Link
        className="link"
        to="/dashboard?nextvisit"
        replace
        onClick={() => setDeleted(undefined)}
      >
        {next ? (
          <>
            Next visit: {next.day ? dayName(next.day, today, user) : 'no day yet'}
            {isUnsaved && ' (not saved yet)'}
            {isWaiting && <WaitingTag />}
          </>
        ) : (
          <>Add your next visit{isUnsaved && ' (not saved yet)'}</>
        )}
      </Link>
      {refused && <Refused queued={refused} />}
      {deleted && (
        <DeletedNotice key={deleted.deletedAt} of={{ view: visitView, entries: [deleted] }} />
      )}
      {next && (
        <Link className="link" to="/dashboard?visit">
          Page for your visit
        </Link>
      )}
      {isOpen && !isAsked && !visits && (
        <Dialog title="Your visit" onClose={() => setIsOpen(false)}>
          <Loading />
        </Dialog>
      )}
      {isOpen && visits && (
        <visitDialog.Component
          visits={visits}
          drafts={drafts}
          onDraft={changeDraft}
          onClose={() => setIsOpen(false)}
          deleting={deleting}
          onDelete={(visitId) => void remove(visitId)}
        />
      )}
    </section>
  );
}

function Refused({ queued }: { readonly queued: Queued<WaitingVisit> }) {
  const user = useUser();
  const save = useSaveVisit();
  const textOf = ({ day, topics }: Pick<Visit, 'day'> & { readonly topics: readonly string[] }) =>
    [day ? visitDayText(day, user) : 'No day yet', ...topics].join('. ');
  return (
    <Refusal<Visit, WaitingVisit>
      of={queued}
      queue={useVisitQueue()}
      name="The visit"
      show={useShowVisits()}
      other={(stored) => ({
        reason:
          stored.visitId === queued.entry.visitId
            ? 'This visit was changed somewhere else.'
            : queued.problem,
        saved: textOf(stored),
        mine: textOf(queued.entry),
        replace: () =>
          void save({ ...queued.entry, visitId: stored.visitId }, stored.version, queued),
      })}
    />
  );
}
