import '../ui/form-sheet.css';
import { useState } from 'react';
import {
  type CheckInAnswers,
  DIZZY_ANSWERS,
  hasAnswer,
  isSameAnswers,
  MAX_EXERCISE_MINUTES,
  MAX_NAP_MINUTES,
  MAX_SLEEP_HOURS,
  MEDICATION_ANSWERS,
  type MoreQuestion,
  NO_ANSWERS,
  questionsIn,
} from '../../domain/check-in.ts';
import { MAX_NOTES_LENGTH } from '../../domain/symptoms.ts';
import { addDays, dateOf } from '../../domain/zone.ts';
import { DeleteButton, type Deleting } from '../entries/delete-button.tsx';
import { savedSince } from '../entries/entries-of.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { nearDayText } from '../ui/calendar-date-text.ts';
import { Choices } from '../ui/choices.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { Message } from '../ui/message.tsx';
import { NoteArea } from '../ui/note-area.tsx';
import { answersOf, type CheckInDraft, type DayCheckIn, useSaveCheckIn } from './kind.ts';
import {
  DIZZY_WORDS,
  hoursText,
  MEDICATION_WORDS,
  MOOD_WORDS,
  minutesText,
  moodText,
  QUESTION_WORDS,
} from './words.ts';

const EXERCISE = [0, 15, 30, 45, 60];
const EXERCISE_STEP = 5;
const SLEEP = [5, 6, 7, 8, 9];
const SLEEP_STEP = 0.5;
/** The hours of sleep from which the step buttons start while there is no answer. */
const USUAL_SLEEP = 7;
const NAPS = [0, 15, 30, 60, 90];
const NAP_STEP = 5;

/** The questions about one day. Each question can be answered with one press. Finer steps and a note are optional. */
export function CheckInDialog({
  of,
  unsaved,
  onDraft,
  onClose,
  onSaved,
  deleting,
  onDelete,
}: {
  readonly of: DayCheckIn;
  /** The answers that were not saved when the dialog was last closed. */
  readonly unsaved: CheckInDraft | undefined;
  /** Called at each change. @param draft the unsaved answers; undefined if they equal the saved ones */
  readonly onDraft: (draft: CheckInDraft | undefined) => void;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  readonly deleting: Deleting;
  readonly onDelete: () => void;
}) {
  const user = useUser();
  const today = dateOf(Date.now(), user.timeZone);
  const former = answersOf(of) ?? NO_ANSWERS;
  const [opened] = useState<CheckInDraft>(
    unsaved ?? {
      answers: former,
      version: (of.queued?.entry ?? of.saved)?.version,
      waited: of.queued && former,
    },
  );
  const [answers, setAnswers] = useState(opened.answers);
  const [hasNote, setHasNote] = useState(answers.notes !== '');
  /** How often Save was pressed since the last change while no question was answered. */
  const [emptyPresses, setEmptyPresses] = useState(0);
  const save = useSaveCheckIn();
  const { medication, exerciseMinutes, sleepHours, mood, bowels, naps, dizzy, notes } = answers;
  const chosen = questionsIn(user.moreQuestions);
  /** A question that is answered is shown even if it is no longer chosen, so that its answer can be corrected. */
  const asks = (question: MoreQuestion) =>
    chosen.includes(question) || former[question] !== null || opened.answers[question] !== null;

  function answer(change: Partial<CheckInAnswers>) {
    setEmptyPresses(0);
    const changed = { ...answers, ...change };
    setAnswers(changed);
    onDraft(isSameAnswers(changed, former) ? undefined : { ...opened, answers: changed });
  }

  function submit() {
    if (!hasAnswer(answers)) {
      setEmptyPresses(emptyPresses + 1);
      return;
    }
    const since = savedSince(of.saved, opened.waited, isSameAnswers);
    if (!isSameAnswers(answers, former)) {
      void save(of, answers, since?.version ?? opened.version);
    }
    onSaved();
  }

  return (
    <Dialog title="Daily Health Check-in" onClose={onClose}>
      <p className="soft">
        {of.key === today && 'Today, '}
        {of.key === addDays(today, -1) && 'Yesterday, '}
        {nearDayText(of.key, today, user)}
      </p>
      <Form className="form-sheet" onSubmit={submit}>
        <div className="form-entries">
          <Choices
            label="Medication as planned?"
            choices={MEDICATION_ANSWERS.map((value) => ({ value, label: MEDICATION_WORDS[value] }))}
            value={medication}
            answer=""
            onChange={(value) => answer({ medication: value })}
          />
          <Choices
            label="Exercise"
            choices={EXERCISE.map((value) => ({ value, label: `${value} min` }))}
            value={exerciseMinutes}
            answer={minutesText(exerciseMinutes ?? 0)}
            onChange={(value) => answer({ exerciseMinutes: value })}
          >
            <Steps
              label="Exercise"
              value={exerciseMinutes ?? 0}
              step={EXERCISE_STEP}
              most={MAX_EXERCISE_MINUTES}
              unit={`${EXERCISE_STEP} min`}
              onChange={(value) => answer({ exerciseMinutes: value })}
            />
          </Choices>
          <Choices
            label={of.key === today ? 'Sleep last night' : 'Sleep the night before'}
            choices={SLEEP.map((value) => ({ value, label: `${value} h` }))}
            value={sleepHours}
            answer={hoursText(sleepHours ?? 0)}
            onChange={(value) => answer({ sleepHours: value })}
          >
            <Steps
              label="Sleep"
              value={sleepHours ?? USUAL_SLEEP}
              step={SLEEP_STEP}
              most={MAX_SLEEP_HOURS}
              unit="½ h"
              onChange={(value) => answer({ sleepHours: value })}
            />
          </Choices>
          <Choices
            label="Mood"
            choices={MOOD_WORDS.map((label, index) => ({ value: index + 1, label }))}
            value={mood}
            answer={mood === null ? '' : moodText(mood)}
            onChange={(value) => answer({ mood: value })}
          />
          {asks('bowels') && (
            <Choices
              label={QUESTION_WORDS.bowels}
              choices={[
                { value: 'yes', label: 'Yes' },
                { value: 'no', label: 'No' },
              ]}
              value={bowels === null ? null : bowels ? 'yes' : 'no'}
              answer=""
              onChange={(value) => answer({ bowels: value === null ? null : value === 'yes' })}
            />
          )}
          {asks('naps') && (
            <Choices
              label={QUESTION_WORDS.naps}
              choices={NAPS.map((value) => ({ value, label: `${value} min` }))}
              value={naps}
              answer={minutesText(naps ?? 0)}
              onChange={(value) => answer({ naps: value })}
            >
              <Steps
                label={QUESTION_WORDS.naps}
                value={naps ?? 0}
                step={NAP_STEP}
                most={MAX_NAP_MINUTES}
                unit={`${NAP_STEP} min`}
                onChange={(value) => answer({ naps: value })}
              />
            </Choices>
          )}
          {asks('dizzy') && (
            <Choices
              label={QUESTION_WORDS.dizzy}
              choices={DIZZY_ANSWERS.map((value) => ({ value, label: DIZZY_WORDS[value] }))}
              value={dizzy}
              answer=""
              onChange={(value) => answer({ dizzy: value })}
            />
          )}
          {hasNote ? (
            <NoteArea
              label="Note"
              maxLength={MAX_NOTES_LENGTH}
              autoFocus={opened.answers.notes === ''}
              text={notes}
              onText={(text) => answer({ notes: text })}
            />
          ) : (
            <Button kind="quiet" icon="add" onPress={() => setHasNote(true)}>
              Note
            </Button>
          )}
        </div>
        {of.saved && !of.queued && (
          <DeleteButton kind="checkIns" deleting={deleting} onDelete={onDelete} />
        )}
        {emptyPresses > 0 && (
          <IntoView key={emptyPresses}>
            <Message kind="warning">Please answer a question or write a note first.</Message>
          </IntoView>
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

/** Two buttons that lower and raise the answer by one step. */
function Steps({
  label,
  value,
  step,
  most,
  unit,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly step: number;
  /** The largest possible answer; the smallest is 0. */
  readonly most: number;
  /** The size of a step in words, such as '5 min'. */
  readonly unit: string;
  readonly onChange: (value: number) => void;
}) {
  const change = (by: number) => onChange(Math.min(most, Math.max(0, value + by)));
  return (
    <>
      <Button kind="small" label={`− ${unit}, ${label}`} onPress={() => change(-step)}>
        − {unit}
      </Button>
      <Button kind="small" label={`+ ${unit}, ${label}`} onPress={() => change(step)}>
        + {unit}
      </Button>
    </>
  );
}
