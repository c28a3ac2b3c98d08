import { useRef, useState } from 'react';
import { compareText } from '../../domain/sorted.ts';
import { DeletedList, useDeletedList } from '../entries/deleted-list.tsx';
import { WaitingTag } from '../entries/waiting-tag.tsx';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Row } from '../ui/row.tsx';
import { ShortList } from '../ui/short-list.tsx';
import type { VisitDraft } from './kind.ts';
import { isEarlier, type ShownVisit, useVisitName, type Visits } from './use-visits.ts';
import { visitView } from './view.tsx';
import { VisitText } from './visit-text.tsx';

const TITLE = 'Earlier and deleted visits';

/** A visit without a day follows all others. */
const NO_DAY = '9999-12-31';

interface ListProps {
  readonly drafts: readonly VisitDraft[];
  /** Opens a visit in the dialog. */
  readonly onEdit: (visitId: string) => void;
}

/**
 * The row that opens all visits except the next one, and the visits that were deleted in the last 30 days. In the dialog
 * of a visit they are a page of it.
 */
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
  function edit(visitId: string) {
    setOpen(false);
    onEdit(visitId);
  }
  const others = all
    .filter(({ visitId }) => visitId !== next?.visitId)
    .sort((a, b) => compareText(a.day ?? NO_DAY, b.day ?? NO_DAY));
  // The days nearest to today first.
  const earlier = others.filter((visit) => isEarlier(visit, today)).reverse();
  const later = others.filter((visit) => !isEarlier(visit, today));
  return (
    <>
      <Row title={TITLE} onPress={() => setOpen(true)} />
      {isOpen && (
        <Dialog title={TITLE} onClose={() => setOpen(false)}>
          <div className="stack">
            {later.length > 0 && (
              <VisitList
                title="Later visits"
                more="Show later visits"
                visits={later}
                drafts={drafts}
                onEdit={edit}
              />
            )}
            <VisitList
              title="Earlier visits"
              more="Show older visits"
              visits={earlier}
              drafts={drafts}
              onEdit={edit}
            />
            <DeletedVisits onRestore={onRestore} />
          </div>
        </Dialog>
      )}
    </>
  );
}

function VisitList({
  title,
  more,
  visits,
  drafts,
  onEdit,
}: ListProps & {
  readonly title: string;
  /** The words of the button that shows more of them. */
  readonly more: string;
  readonly visits: readonly ShownVisit[];
}) {
  const nameOf = useVisitName();
  const isUnsaved = (visit: ShownVisit) => drafts.some(({ visitId }) => visitId === visit.visitId);
  return (
    <section>
      <h3>{title}</h3>
      {visits.length === 0 ? (
        <p>There are no earlier visits.</p>
      ) : (
        <ShortList rows={visits} isKept={isUnsaved} more={more}>
          {(shown) => (
            <ul className="entry-list" aria-label={title}>
              {shown.map((visit) => (
                <li key={visit.visitId}>
                  <div className="entry-row">
                    <VisitText visit={visit}>
                      {isUnsaved(visit) && <span>(not saved yet)</span>}
                      {visit.queued && (
                        <span>
                          <WaitingTag />
                        </span>
                      )}
                    </VisitText>
                    <Button
                      kind="quiet"
                      icon="edit"
                      label={`Edit the ${nameOf(visit)}`}
                      onPress={() => onEdit(visit.visitId)}
                    >
                      Edit
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </ShortList>
      )}
    </section>
  );
}

const DELETED = [visitView];

/** The visits that were deleted in the last 30 days. They are fetched when they are shown. */
function DeletedVisits({ onRestore }: { readonly onRestore: () => void }) {
  const deleted = useDeletedList(DELETED, true);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section>
      <h3 tabIndex={-1} ref={heading}>
        Deleted in the last 30 days
      </h3>
      <DeletedList
        of={deleted}
        onGone={() => heading.current?.focus({ preventScroll: true })}
        onRestore={onRestore}
      />
    </section>
  );
}
