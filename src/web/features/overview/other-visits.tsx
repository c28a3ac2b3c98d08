import { useState } from 'react';
import type { Visit } from '../../../contract/entities.ts';
import { daysText, visitDayText } from '../../../domain/visit-days.ts';
import { isStatus, serverMessage } from '../../api/client.ts';
import { useUser } from '../../api/user.ts';
import { useDeletedVisits, useSavedVisits, useSetVisitDeleted } from '../../api/visits.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { DeletedRow } from './deleted-entry.tsx';
import { useToday } from './use-today.ts';

/** The earlier visits, and those that were deleted in the last 30 days, folded. These are fetched when they are opened. */
export function OtherVisits() {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const [isOpen, setOpen] = useState(false);
  const saved = useSavedVisits(user.id);
  const deleted = useDeletedVisits(user.id, isOpen);
  const earlier = (saved.data ?? []).filter(({ day }) => day !== null && day < today);
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Earlier and deleted visits</summary>
      {isOpen && (
        <div className="stack">
          <h3>Earlier visits</h3>
          {earlier.length === 0 ? (
            <p>There are no earlier visits.</p>
          ) : (
            <ul className="past-forms" aria-label="Earlier visits">
              {earlier.map((visit) => (
                <li key={visit.visitId}>
                  <VisitText visit={visit} />
                </li>
              ))}
            </ul>
          )}
          <h3>Deleted in the last 30 days</h3>
          {deleted.isPending && <Loading />}
          {deleted.isError && (
            <>
              <Message kind="danger">What was deleted could not be loaded.</Message>
              <Button onPress={() => void deleted.refetch()}>Try again</Button>
            </>
          )}
          {deleted.data?.length === 0 && (
            <p role="status">Nothing was deleted in the last 30 days.</p>
          )}
          {deleted.data && deleted.data.length > 0 && (
            <ul className="past-forms" aria-label="Deleted in the last 30 days">
              {deleted.data.map((visit) => (
                <li key={visit.visitId}>
                  <DeletedVisit visit={visit} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </details>
  );
}

function VisitText({ visit: { day, topics } }: { readonly visit: Visit }) {
  const user = useUser();
  return (
    <div>
      <b>{day ? daysText({ first: day, last: day }, user) : 'No day yet'}</b>
      {topics.length > 0 && <p className="soft">{topics.join(' · ')}</p>}
    </div>
  );
}

function DeletedVisit({ visit }: { readonly visit: Visit }) {
  const user = useUser();
  const restoring = useSetVisitDeleted(user.id);
  const { visitId, day } = visit;
  // Another visit has no day yet. The server's message says what to do.
  const isInTheWay = isStatus(restoring.error, 409);
  return (
    <>
      <DeletedRow
        name={day ? `the visit on ${visitDayText(day, user)}` : 'the visit without a day'}
        kind="visit"
        restoring={isInTheWay ? { ...restoring, error: null } : restoring}
        onRestore={() => restoring.mutate({ visitId, isDeleted: false })}
      >
        <VisitText visit={visit} />
      </DeletedRow>
      {isInTheWay && <Message kind="danger">{serverMessage(restoring.error, '')}</Message>}
    </>
  );
}
