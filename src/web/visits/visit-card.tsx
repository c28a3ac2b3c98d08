import './visit-card.css';
import { useId, useState } from 'react';
import type { Visit } from '../../contract/entities.ts';
import { nearVisit } from '../../domain/visit.ts';
import { visitDayText } from '../../domain/visit-days.ts';
import { addDays, type CalendarDate, daysBetween } from '../../domain/zone.ts';
import type { Queued } from '../entries/device-queue.ts';
import { useDrafts } from '../entries/drafts.ts';
import { Refusal } from '../entries/refusal.tsx';
import { WaitingTag } from '../entries/waiting-tag.tsx';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { RowLink, Rows } from '../ui/row.tsx';
import { useShowVisits, useVisitQueue, visitDrafts, type WaitingVisit } from './kind.ts';
import { begunDraft, dayName, type ShownVisit, useSaveVisit, useVisits } from './use-visits.ts';

/** The visit that is at most 7 days ahead, or was yesterday. */
function useNearVisit(): ShownVisit | undefined {
  const [today] = useToday(useUser().timeZone);
  return nearVisit(useVisits()?.all ?? [], today);
}

/**
 * Whether the card stands out: a visit is near, or a visit that was not saved asks a question. After the answer, the
 * card keeps its place until the page is left, so that nothing moves under the finger.
 */
export function useIsVisitDue(): boolean {
  const near = useNearVisit();
  const asks = useVisits()?.refused !== undefined;
  const [hasAsked, setHasAsked] = useState(asks);
  if (asks && !hasAsked) setHasAsked(true);
  return near !== undefined || hasAsked;
}

/**
 * What a person needs for their doctor.
 *
 * @param isDue whether it stands out
 */
export function VisitCard({ isDue }: { readonly isDue: boolean }) {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const visits = useVisits();
  const near = useNearVisit();
  const [drafts] = useDrafts(visitDrafts);
  const id = useId();
  const { next, refused } = visits ?? {};
  const isUnsaved = visits && begunDraft(Object.values(drafts), visits) !== undefined;
  const state = [
    next &&
      next.visitId !== near?.visitId &&
      `Next visit: ${next.day ? dayName(next.day, today, user) : 'no day yet'}`,
    isUnsaved && '(not saved yet)',
  ].filter(Boolean);
  const isWaiting = next?.queued && next.queued.problem === undefined;
  return (
    <section
      className={isDue ? 'card visit-card card-due' : 'card visit-card'}
      aria-labelledby={id}
    >
      {near?.day ? (
        <div>
          <h2 id={id}>{titleOf(near.day, today, visitDayText(near.day, user))}</h2>
          {near.day >= today && (
            <p className="visit-state soft">{stateOf(near, today, visitDayText(near.day, user))}</p>
          )}
        </div>
      ) : (
        <h2 id={id}>For your doctor</h2>
      )}
      {refused && <Refused queued={refused} />}
      <Rows>
        {next || near ? (
          <li>
            <RowLink to="/dashboard?visit" icon="page" title="Page for your visit" />
          </li>
        ) : null}
        <li>
          <RowLink
            to="/dashboard?nextvisit"
            replace
            icon="calendar"
            title={next ? 'Change the visit' : 'Add your next visit'}
            state={
              (state.length > 0 || isWaiting) && (
                <>
                  {state.join(' ')}
                  {isWaiting && <WaitingTag />}
                </>
              )
            }
          />
        </li>
        <li>
          <RowLink
            to="/dashboard?tab=settings&report"
            replace
            icon="download"
            title="Report for your doctor"
          />
        </li>
      </Rows>
    </section>
  );
}

function titleOf(day: CalendarDate, today: CalendarDate, text: string): string {
  if (day === today) return 'Your visit is today';
  if (day === addDays(today, 1)) return 'Visit tomorrow';
  if (day < today) return 'Your visit was yesterday';
  return `Visit on ${text}`;
}

/** 'In 2 days. 2 things to talk about.', or with the day itself if the title does not name it. */
function stateOf({ day, topics }: ShownVisit, today: CalendarDate, text: string): string {
  // `daysBetween` counts both days.
  const ahead = day ? daysBetween(today, day) - 1 : 0;
  const count = topics.length === 1 ? '1 thing' : `${topics.length} things`;
  return [
    ahead > 1 ? `In ${ahead} days.` : `${text}.`,
    topics.length > 0 ? `${count} to talk about.` : 'Nothing to talk about is written down yet.',
  ].join(' ');
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
