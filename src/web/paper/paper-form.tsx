import '../ui/form-sheet.css';
import { useState } from 'react';
import { listed } from '../../domain/listed.ts';
import { USUAL_TIMES } from '../../domain/paper.ts';
import type { TimeOfDay } from '../../domain/severity.ts';
import { type CalendarDate, type Instant, instantAt, isoOf } from '../../domain/zone.ts';
import { useFormStore } from '../entries/use-entries.tsx';
import {
  type Change,
  draftRatings,
  isRated,
  type Ratings,
  ratedOnly,
  unratedSymptom,
  withChange,
} from '../forms/store/draft.ts';
import { SymptomFields } from '../forms/symptom-fields.tsx';
import { Failure } from '../platform/failure.tsx';
import { randomUuid } from '../platform/random-uuid.ts';
import { useUser } from '../platform/user.ts';
import { profileSymptoms, useProfile } from '../profile/queries.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { formTime } from '../ui/form-time.ts';
import { Message } from '../ui/message.tsx';
import { useStable } from '../ui/use-stable.ts';

const MINUTE_MS = 60_000;
const minuteOf = (at: Instant) => Math.floor(at / MINUTE_MS);

/** A form from a sheet that was saved. */
export interface SavedPart {
  readonly id: string;
  readonly at: Instant;
  readonly ratings: Ratings;
}

/** One form of a sheet, such as that of the morning. A symptom without a number stays unrated. */
export function PaperForm({
  day,
  time,
  taken,
  onSaved,
}: {
  readonly day: CalendarDate;
  readonly time: TimeOfDay;
  /** The times of the day's forms. Another form at the same minute is not saved. */
  readonly taken: readonly Instant[];
  /** Must replace this form, whose button would otherwise stay under the finger. */
  readonly onSaved: (saved: SavedPart) => void;
}) {
  const user = useUser();
  const store = useFormStore();
  const profile = useProfile(user.id).data;
  const [clock, setClock] = useState(USUAL_TIMES[time]);
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const [problem, setProblem] = useState<Error>();
  const [isSaving, setIsSaving] = useState(false);
  /** Whether Save was pressed. */
  const [isTold, setIsTold] = useState(false);
  const [submissionId] = useState(randomUuid);
  const change = useStable((made: Change) => setChanges(withChange(changes, made)));
  const symptoms = profile ? profileSymptoms(profile) : [];
  const unrated = symptoms.map(({ key, name }) => [key, unratedSymptom(name)]);
  const ratings = draftRatings(Object.fromEntries(unrated), changes);
  const rated = ratedOnly(ratings);
  const isEmpty = Object.keys(rated).length === 0;
  const loggedAt = clock === '' ? undefined : instantAt(day, clock, user.timeZone);
  const noted = Object.values(ratings).filter((each) => !isRated(each) && each.notes.trim() !== '');
  const missing =
    noted.length > 0
      ? `You wrote a note for ${listed(noted.map(({ name }) => name))}. Rate it too, or delete the note.`
      : isEmpty && 'Rate at least one symptom.';

  function timeProblem(): string {
    if (loggedAt === undefined) return '';
    if (loggedAt > Date.now()) return 'Choose a time in the past.';
    if (!taken.some((at) => minuteOf(at) === minuteOf(loggedAt))) return '';
    const { time: shown } = formTime(isoOf(loggedAt), user.timeZone, user);
    return `There is a form for ${shown} already. To save another one, change the time.`;
  }

  async function save() {
    setIsTold(true);
    if (missing || loggedAt === undefined) return;
    setIsSaving(true);
    setProblem(undefined);
    try {
      await store.submitAside(rated, {
        submissionId,
        loggedAt: isoOf(loggedAt),
        timeZone: user.timeZone,
      });
      onSaved({ id: submissionId, at: loggedAt, ratings: rated });
    } catch (error) {
      setProblem(error as Error);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <Form className="form-sheet" unsaved={changes.length > 0 && 'forms'} onSubmit={save}>
      <div className="form-entries">
        <TextField
          label="Time on the sheet"
          type="time"
          missing="Enter a time."
          value={clock}
          onChange={setClock}
          problem={timeProblem()}
        />
        {symptoms.length === 0 && <p>Name your symptoms first, under Profile.</p>}
        {Object.values(ratings).map((rating) => (
          <SymptomFields
            key={rating.name}
            {...rating}
            onChange={change}
            onRatingPressed={nothing}
          />
        ))}
      </div>
      <Failure of={problem} otherwise="This form is not saved yet. Please try again." />
      {isTold && missing && <Message kind="danger">{missing}</Message>}
      <Button kind="main" type="submit" busy={isSaving}>
        {`Save the ${time}`}
      </Button>
    </Form>
  );
}

function nothing(): void {}
