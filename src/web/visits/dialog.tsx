import { capitalized } from '../../domain/capitalized.ts';
import '../ui/form-sheet.css';
import './visit-card.css';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  diaryDaysBefore,
  isSameVisit,
  lastVisit,
  MAX_TOPIC_LENGTH,
  MAX_TOPICS,
  type Visit,
  visitDays,
} from '../../domain/visit.ts';
import { diaryDaysText } from '../../domain/visit-days.ts';
import type { CalendarDate } from '../../domain/zone.ts';
import { DeleteButton } from '../entries/delete-button.tsx';
import { randomUuid } from '../platform/random-uuid.ts';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { RowLink, Rows } from '../ui/row.tsx';
import type { useDeleteVisits, VisitDraft } from './kind.ts';
import { OtherVisits } from './other-visits.tsx';
import {
  begunDraft,
  dayName,
  linesOf,
  useSaveVisit,
  useVisitName,
  type Visits,
} from './use-visits.ts';

const LABELS = ['First topic', 'Second topic', 'Third topic'];

/**
 * The day and the topics of a visit: of the next one, or of another one that the person chose from the list. Drafts are
 * stored at each change.
 */
export function VisitDialog({
  visits,
  drafts,
  onDraft,
  deleting,
  onClose,
  onSaved,
  onDelete,
}: {
  readonly visits: Visits;
  /** The unsaved changes of visits. */
  readonly drafts: readonly VisitDraft[];
  /** Called at each change. @param draft undefined if the visit has no unsaved changes any more */
  readonly onDraft: (visitId: string, draft: VisitDraft | undefined) => void;
  readonly onClose: () => void;
  /** Called with what was saved, in a sentence, and the visit's id. */
  readonly onSaved: (text: string, visitId: string) => void;
  readonly deleting: ReturnType<typeof useDeleteVisits>;
  readonly onDelete: (visitId: string) => void;
}) {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const nameOf = useVisitName();
  const save = useSaveVisit();
  const [blank] = useState(newVisit);
  /**
   * The id of the visit to show. If undefined, the dialog shows the next visit, even after another visit becomes the
   * next.
   */
  const [keptId, setKeptId] = useState(() => begunDraft(drafts, visits)?.visitId);
  const heading = useRef<HTMLHeadingElement>(null);

  const unsaved = drafts.find(({ visitId }) => visitId === keptId);
  const kept = visits.all.find(({ visitId }) => visitId === keptId);
  const shown = keptId === undefined ? visits.next : kept;
  const former = shown ?? { ...blank, visitId: keptId ?? blank.visitId };
  const draft = unsaved ?? draftOf(former, shown?.saved?.version);
  const { day, visitId } = draft;
  const isOther = shown !== undefined && visitId !== visits.next?.visitId;

  function keep(changed: VisitDraft | undefined) {
    setKeptId(visitId);
    onDraft(visitId, changed);
  }

  function change(changed: VisitDraft) {
    const isSame = isSameVisit({ ...changed, topics: linesOf(changed.topics) }, former);
    keep(isSame ? undefined : changed);
  }

  function submit() {
    void save(draft, draft.version, shown?.queued);
    keep(undefined);
    onSaved(
      day === null
        ? 'Your visit is saved.'
        : `Your visit on ${dayName(day, today, user)} is saved.`,
      visitId,
    );
  }

  function edit(id: string) {
    flushSync(() => {
      deleting.reset();
      setKeptId(id);
    });
    heading.current?.focus();
  }

  const diaryDays = day !== null && day > today ? diaryDaysBefore(day) : undefined;
  return (
    <Dialog title="Your visit" onClose={onClose}>
      <Form className="form-sheet" onSubmit={submit}>
        <div className="form-entries">
          {isOther && (
            <h3 tabIndex={-1} ref={heading}>
              {capitalized(nameOf(shown))}
            </h3>
          )}
          <TextField
            label="Day of the visit"
            type="date"
            hint="Leave it empty if you do not know the day yet."
            value={day ?? ''}
            onChange={(text) => change({ ...draft, day: text === '' ? null : text })}
          />
          {/* It keeps its place while the day is typed, because the fields below would move. */}
          <div className="visit-day-words">
            {diaryDays && (
              <p>
                <b>Fill in the motor diary on {diaryDaysText(diaryDays, user)}.</b> It shows your
                doctor how well you could move.
              </p>
            )}
            {day !== null && day < today && (
              <p>
                This day has passed.
                {beginsPage(draft, visits.all, today) &&
                  ' The page for your visit starts on this day.'}
              </p>
            )}
          </div>
          <Checkbox
            checked={draft.bloodPressure === true}
            onChange={(bloodPressure) => change({ ...draft, bloodPressure })}
          >
            Measure blood pressure for five days before the visit
          </Checkbox>
          {draft.bloodPressure && (
            <p className="soft">
              On those days, a row for it is on your overview. Those who help you see it too.
            </p>
          )}
          <h3>What I want to talk about</h3>
          {draft.topics.map((topic, index) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines have fixed places
              key={index}
              label={LABELS[index] ?? ''}
              maxLength={MAX_TOPIC_LENGTH}
              value={topic}
              onChange={(text) => {
                const topics = draft.topics.map((each, at) => (at === index ? text : each));
                change({ ...draft, topics });
              }}
            />
          ))}
        </div>
        <Rows>
          {!isOther && (
            <>
              <li>
                <RowLink
                  to="/dashboard?visit"
                  title="Page for your visit"
                  state={unsaved && 'Without what is not saved yet'}
                  onPress={onClose}
                />
              </li>
              <li>
                <RowLink to="/dashboard?diary" replace title="Motor diary" onPress={onClose} />
              </li>
            </>
          )}
          <li>
            <OtherVisits
              visits={visits}
              drafts={drafts}
              onEdit={edit}
              // If the restored visit is the next one, shows it, unless the dialog has unsaved changes or shows another
              // visit.
              onRestore={() => {
                if (!unsaved && !isOther) setKeptId(undefined);
              }}
            />
          </li>
        </Rows>
        {shown?.saved && !shown.queued && (
          <DeleteButton kind="visits" deleting={deleting} onDelete={() => onDelete(visitId)} />
        )}
        <div className="form-foot">
          <Button kind="main" type="submit">
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Whether the page for the next visit shows the days since this visit. */
function beginsPage(draft: VisitDraft, all: readonly Visit[], today: CalendarDate): boolean {
  const others = all.filter(({ visitId }) => visitId !== draft.visitId);
  const last = lastVisit([...others, draft], today);
  if (last?.visitId !== draft.visitId) return false;
  return visitDays({}, last.day ?? undefined, today).basis === 'lastVisit';
}

function newVisit() {
  return { visitId: randomUuid(), day: null, topics: [], bloodPressure: null };
}

/** The visit with a line for each of `MAX_TOPICS`. */
function draftOf(
  { visitId, day, topics, bloodPressure = null }: Visit,
  version: number | undefined,
): VisitDraft {
  const lines = Array.from({ length: MAX_TOPICS }, (_, index) => topics[index] ?? '');
  return { visitId, day, topics: lines, bloodPressure, version };
}
