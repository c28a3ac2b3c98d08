import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Visit as SavedVisit } from '../../contract/entities.ts';
import { compareText } from '../../domain/sorted.ts';
import type { Visit } from '../../domain/visit.ts';
import { daysText } from '../../domain/visit-days.ts';
import { DeletedRow, Restored, useDeletedRows } from '../entries/deleted-entry.tsx';
import { NotOnDevice } from '../entries/not-on-device.tsx';
import { WaitingTag } from '../entries/waiting-tag.tsx';
import { isStatus, serverMessage } from '../platform/client.ts';
import { isUnreached, useIsOffline } from '../platform/offline.ts';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import type { VisitDraft } from './draft.ts';
import { useDeletedVisits, useSetVisitDeleted } from './queries.ts';
import { isEarlier, type ShownVisit, useVisitName, type Visits } from './use-visits.ts';

interface ListProps {
  readonly drafts: readonly VisitDraft[];
  /** Opens a visit in the dialog. */
  readonly onEdit: (visitId: string) => void;
}

/** All visits except the next one, and the visits that were deleted in the last 30 days, in a fold. */
export function OtherVisits({
  visits: { all, next },
  drafts,
  onEdit,
  onRestore,
}: ListProps & {
  readonly visits: Visits;
  /** Called when Restore is pressed. */
  readonly onRestore: () => void;
}) {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const [isOpen, setOpen] = useState(false);
  const latestFirst = [...all].sort((a, b) => compareText(b.day ?? '', a.day ?? ''));
  const earlier = latestFirst.filter((visit) => isEarlier(visit, today));
  const later = latestFirst.filter(
    (visit) => !isEarlier(visit, today) && visit.visitId !== next?.visitId,
  );
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Earlier and deleted visits</summary>
      {isOpen && (
        <div className="stack visit-lists">
          {later.length > 0 && (
            <VisitList title="Later visits" visits={later} drafts={drafts} onEdit={onEdit} />
          )}
          <VisitList title="Earlier visits" visits={earlier} drafts={drafts} onEdit={onEdit} />
          <DeletedVisits onRestore={onRestore} />
        </div>
      )}
    </details>
  );
}

function VisitList({
  title,
  visits,
  drafts,
  onEdit,
}: ListProps & { readonly title: string; readonly visits: readonly ShownVisit[] }) {
  const nameOf = useVisitName();
  return (
    <section>
      <h3>{title}</h3>
      {visits.length === 0 ? (
        <p>There are no earlier visits.</p>
      ) : (
        <ul className="past-forms" aria-label={title}>
          {visits.map((visit) => (
            <li key={visit.visitId}>
              <div className="form-row">
                <VisitText visit={visit}>
                  {drafts.some(({ visitId }) => visitId === visit.visitId) && (
                    <span>(not saved yet)</span>
                  )}
                  {visit.queued && (
                    <span>
                      <WaitingTag />
                    </span>
                  )}
                </VisitText>
                <Button
                  kind="small"
                  label={`Edit the ${nameOf(visit)}`}
                  onPress={() => onEdit(visit.visitId)}
                >
                  <Icon name="edit" />
                  Edit
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The visits that were deleted in the last 30 days. They are fetched when they are shown. */
function DeletedVisits({ onRestore }: { readonly onRestore: () => void }) {
  const user = useUser();
  const nameOf = useVisitName();
  const deleted = useDeletedVisits(user.id, true);
  const { data, isPending, isError, refetch } = deleted;
  const isOut = isUnreached(deleted, useIsOffline());
  const { rows, restored, notePress } = useDeletedRows(data, ({ visitId }) => visitId);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is unmounted, so the focus would be lost.
  const count = restored.length;
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (count > 0 && isLost) heading.current?.focus({ preventScroll: true });
  }, [count]);
  return (
    <section>
      <h3 tabIndex={-1} ref={heading}>
        Deleted in the last 30 days
      </h3>
      {isPending && <Loading />}
      {isOut && !data && <NotOnDevice what="deleted" />}
      {isError && !isOut && (
        <>
          <Message kind="danger">We couldn’t load the deleted visits.</Message>
          <Button onPress={() => void refetch()}>Try again</Button>
        </>
      )}
      {data && rows.length === 0 && <p role="status">Nothing was deleted in the last 30 days.</p>}
      {rows.length > 0 && (
        <ul className="past-forms" aria-label="Deleted in the last 30 days">
          {rows.map((visit) => (
            <li key={visit.visitId}>
              <KeptHeight>
                {restored.includes(visit) ? (
                  <Restored name={`The ${nameOf(visit)}`} />
                ) : (
                  <DeletedVisit
                    visit={visit}
                    onRestore={() => {
                      notePress(visit);
                      onRestore();
                    }}
                  />
                )}
              </KeptHeight>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function VisitText({
  visit: { day, topics },
  children,
}: {
  readonly visit: Visit;
  readonly children?: ReactNode;
}) {
  const user = useUser();
  return (
    <div className="form-row-text">
      <span className="form-row-number">
        {day ? daysText({ first: day, last: day }, user) : 'No day yet'}
      </span>
      {children}
      {topics.length > 0 && <p className="form-row-note soft">{topics.join(' · ')}</p>}
    </div>
  );
}

function DeletedVisit({
  visit,
  onRestore,
}: {
  readonly visit: SavedVisit;
  /** Called when Restore is pressed. */
  readonly onRestore: () => void;
}) {
  const user = useUser();
  const nameOf = useVisitName();
  const restoring = useSetVisitDeleted(user.id);
  const { visitId } = visit;
  // 409: the deleted visit has no day, and another visit without a day exists. The server's message says what to do.
  const isInTheWay = isStatus(restoring.error, 409);
  return (
    <>
      <DeletedRow
        name={`the ${nameOf(visit)}`}
        kind="visit"
        restoring={isInTheWay ? { ...restoring, error: null } : restoring}
        onRestore={() => {
          onRestore();
          restoring.mutate({ visitId, isDeleted: false });
        }}
      >
        <VisitText visit={visit} />
      </DeletedRow>
      {isInTheWay && <Message kind="danger">{serverMessage(restoring.error, '')}</Message>}
    </>
  );
}
