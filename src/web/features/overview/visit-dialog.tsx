import { useState } from 'react';
import type { Visit as SavedVisit } from '../../../contract/entities.ts';
import {
  diaryDaysBefore,
  isSameVisit,
  MAX_TOPIC_LENGTH,
  MAX_TOPICS,
} from '../../../domain/visit.ts';
import { diaryDaysText, visitDayText } from '../../../domain/visit-days.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import { useUser } from '../../api/user.ts';
import type { VisitDraft } from '../../api/visit-draft.ts';
import { useSetVisitDeleted } from '../../api/visits.ts';
import { Link } from '../../navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { DeleteButton } from './delete-button.tsx';
import { OtherVisits } from './other-visits.tsx';
import { useToday } from './use-today.ts';
import { type NextVisit, useSaveVisit } from './use-visits.ts';

const LABELS = ['First', 'Second', 'Third'];

/** The day of the next visit, and what the person wants to talk about there. What is typed is kept at once. */
export function VisitDialog({
  next: { shown, saved, queued },
  unsaved,
  onDraft,
  onClose,
  onDeleted,
}: {
  readonly next: NextVisit;
  /** What was not saved when the screen was closed before. */
  readonly unsaved: VisitDraft | undefined;
  /** Called at each change. @param draft what is not saved now */
  readonly onDraft: (draft: VisitDraft | undefined) => void;
  readonly onClose: () => void;
  readonly onDeleted: (visit: SavedVisit) => void;
}) {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const save = useSaveVisit();
  const deleting = useSetVisitDeleted(user.id);
  const [draft, setDraft] = useState<VisitDraft>(() => {
    return unsaved ?? (shown ? draftOf(shown, saved?.version) : draftOf(newVisit(), undefined));
  });
  const [isSaved, setIsSaved] = useState(false);
  const { day } = draft;
  const former = shown ?? { day: null, topics: [] };

  function change(changed: VisitDraft) {
    setIsSaved(false);
    setDraft(changed);
    const isSame = isSameVisit({ ...changed, topics: linesOf(changed) }, former);
    onDraft(isSame ? undefined : changed);
  }

  function submit() {
    void save({ ...draft, topics: linesOf(draft) }, draft.version, queued);
    onDraft(undefined);
    setIsSaved(true);
  }

  const diaryDays = day !== null && day > today ? diaryDaysBefore(day) : undefined;
  return (
    <Dialog title="Your visit" onClose={onClose}>
      <Form className="form-sheet" onSubmit={submit}>
        <div className="form-entries">
          <TextField
            label="Day of the visit"
            type="date"
            hint="Leave it empty if you do not know the day yet."
            value={day ?? ''}
            onChange={(text) => change({ ...draft, day: text === '' ? null : text })}
          />
          {diaryDays && (
            <p>
              <b>Fill in the diary on {diaryDaysText(diaryDays, user)}.</b> Your doctor then sees
              how you moved on these days.
            </p>
          )}
          {day !== null && day < today && (
            <p>This day has passed. The page for your visit starts with it.</p>
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
          {isSaved && (
            <Message kind="success">
              {day === null ? 'Saved.' : `Saved: ${visitDayText(day, user)}.`}
            </Message>
          )}
          <div className="stack-close">
            <Link className="link" to="/dashboard?visit" onClick={onClose}>
              Page for your visit
            </Link>
            <Link className="link" to="/dashboard?diary" replace onClick={onClose}>
              Motor diary
            </Link>
          </div>
          <OtherVisits />
        </div>
        {saved && !queued && (
          <DeleteButton
            kind="visit"
            deleting={deleting}
            onDelete={() =>
              deleting.mutate({ visitId: saved.visitId, isDeleted: true }, { onSuccess: onDeleted })
            }
          />
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

function newVisit() {
  return { visitId: randomUuid(), day: null, topics: [] };
}

/** The visit with a line for each of `MAX_TOPICS`. */
function draftOf(
  { visitId, day, topics }: Pick<VisitDraft, 'visitId' | 'day' | 'topics'>,
  version: number | undefined,
): VisitDraft {
  const lines = Array.from({ length: MAX_TOPICS }, (_, index) => topics[index] ?? '');
  return { visitId, day, topics: lines, version };
}

function linesOf({ topics }: Pick<VisitDraft, 'topics'>): string[] {
  return topics.map((line) => line.trim()).filter((line) => line !== '');
}
