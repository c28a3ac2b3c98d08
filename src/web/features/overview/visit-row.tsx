import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Visit } from '../../../contract/entities.ts';
import { visitDayText } from '../../../domain/visit-days.ts';
import { useUser } from '../../api/user.ts';
import { keepVisitDraft, readVisitDraft, type VisitDraft } from '../../api/visit-draft.ts';
import { useSetVisitDeleted, useVisitSaved } from '../../api/visits.ts';
import { useQueues } from '../../entries/use-entries.tsx';
import { Link, navigate, useAddress } from '../../navigation.tsx';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { Message } from '../../ui/message.tsx';
import { part } from '../../ui/part.tsx';
import { DeletedNotice } from './deleted-entry.tsx';
import { OtherIsSaved, RefusedEntry } from './refused-entry.tsx';
import { type NextVisit, useNextVisit, useSaveVisit } from './use-visits.ts';

const visitDialog = part(
  async () => (await import('./visit-dialog.tsx')).VisitDialog,
  <DialogLoading />,
);

/** The next visit, and the ways to its screen, to its page and to the diary. The address may ask for the screen. */
export function VisitRow() {
  const user = useUser();
  const next = useNextVisit();
  const isAsked = useAddress().parameters.has('nextvisit');
  const [isOpen, setIsOpen] = useState(isAsked);
  /** What was typed and not saved. */
  const [unsaved, setUnsaved] = useState(() => readVisitDraft(user.id));
  const [deleted, setDeleted] = useState<Visit>();
  useEffect(() => {
    if (!isAsked) return;
    navigate('/dashboard', { replace: true });
    setIsOpen(true);
  }, [isAsked]);
  function setDraft(draft: VisitDraft | undefined) {
    setUnsaved(draft);
    keepVisitDraft(user.id, draft);
  }
  const isWaiting = next?.queued && next.queued.problem === undefined;
  return (
    <div className="stack-close visit-row">
      <Link
        className="link"
        to="/dashboard?nextvisit"
        replace
        onClick={() => setDeleted(undefined)}
      >
        {next?.shown ? (
          <>
            Next visit: {next.shown.day ? visitDayText(next.shown.day, user) : 'no day yet'}
            {unsaved && ' (not saved yet)'}
            {isWaiting && ' (not sent yet)'}
          </>
        ) : (
          <>I have a visit on…{unsaved && ' (not saved yet)'}</>
        )}
      </Link>
      {next?.queued?.problem && <Refused next={next} />}
      {next?.queued && next.sendProblem && <Message kind="warning">{next.sendProblem}</Message>}
      {deleted && <DeletedVisitNotice key={deleted.deletedAt} visit={deleted} />}
      {next?.shown && (
        <Link className="link" to="/dashboard?visit">
          Page for your visit
        </Link>
      )}
      {isOpen && next && (
        <visitDialog.Component
          next={next}
          unsaved={unsaved}
          onDraft={setDraft}
          onClose={() => setIsOpen(false)}
          onDeleted={(visit) => {
            setDraft(undefined);
            // An open dialog keeps the focus.
            flushSync(() => setIsOpen(false));
            setDeleted(visit);
          }}
        />
      )}
    </div>
  );
}

/** Why the server did not save a visit. If it has another one, both are shown, and the person decides. */
function Refused({ next: { queued } }: { readonly next: NextVisit }) {
  const user = useUser();
  const queue = useQueues().visits;
  const save = useSaveVisit();
  const show = useVisitSaved(user.id);
  if (!queued) return null;
  const { stored } = (queued.answer ?? {}) as { stored?: Visit };
  const { saveId } = queued.entry;
  if (!stored) {
    return (
      <RefusedEntry
        name="The visit"
        problem={queued.problem}
        onSend={() => queue.send(true)}
        onDelete={() => queue.remove(saveId)}
      />
    );
  }
  const textOf = ({ day, topics }: Pick<Visit, 'day'> & { readonly topics: readonly string[] }) =>
    [day ? visitDayText(day, user) : 'No day yet', ...topics].join('. ');
  return (
    <OtherIsSaved
      saved={textOf(stored)}
      mine={textOf(queued.entry)}
      onKeep={() => {
        show(stored);
        void queue.remove(saveId);
      }}
      onReplace={() =>
        void save({ ...queued.entry, visitId: stored.visitId }, stored.version, queued)
      }
    >
      {queued.problem}
    </OtherIsSaved>
  );
}

function DeletedVisitNotice({ visit: { visitId, day } }: { readonly visit: Visit }) {
  const user = useUser();
  const restoring = useSetVisitDeleted(user.id);
  return (
    <DeletedNotice
      name={day ? `The visit on ${visitDayText(day, user)}` : 'The visit without a day'}
      kind="visit"
      restoring={restoring}
      onRestore={() => restoring.mutate({ visitId, isDeleted: false })}
    />
  );
}
