import '../ui/form-sheet.css';
import { useRef, useState } from 'react';
import { listed } from '../../domain/listed.ts';
import { USUAL_TIMES } from '../../domain/paper.ts';
import type { TimeOfDay } from '../../domain/severity.ts';
import { type CalendarDate, instantAt, isoOf } from '../../domain/zone.ts';
import { useFormStore, useForms } from '../entries/use-entries.tsx';
import {
  type Change,
  draftRatings,
  isRated,
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
import { recentTime } from '../ui/form-time.ts';
import { Message } from '../ui/message.tsx';
import { useStable } from '../ui/use-stable.ts';

/** One form of a sheet, such as that of the morning. A symptom without a number stays unrated. */
export function PaperForm({ day, time }: { readonly day: CalendarDate; readonly time: TimeOfDay }) {
  const user = useUser();
  const store = useFormStore();
  const profile = useProfile(user.id).data;
  const [clock, setClock] = useState(USUAL_TIMES[time]);
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const [problem, setProblem] = useState<Error>();
  const [isSaving, setIsSaving] = useState(false);
  const [saved, setSaved] = useState<{ readonly id: string; readonly text: string }>();
  /** Whether Save was pressed since the last saved form. */
  const [isTold, setIsTold] = useState(false);
  const submissionId = useRef(randomUuid());
  const change = useStable((made: Change) => {
    setSaved(undefined);
    setChanges(withChange(changes, made));
  });
  const symptoms = profile ? profileSymptoms(profile) : [];
  const unrated = symptoms.map(({ key, name }) => [key, unratedSymptom(name)]);
  const ratings = draftRatings(Object.fromEntries(unrated), changes);
  const rated = ratedOnly(ratings);
  const isEmpty = Object.keys(rated).length === 0;
  const loggedAt = clock === '' ? undefined : instantAt(day, clock, user.timeZone);
  const isFuture = loggedAt !== undefined && loggedAt > Date.now();
  const noted = Object.values(ratings).filter((each) => !isRated(each) && each.notes.trim() !== '');
  const missing =
    noted.length > 0
      ? `You wrote a note for ${listed(noted.map(({ name }) => name))}. Rate it too, or delete the note.`
      : isEmpty && 'Rate at least one symptom.';
  const isWaiting = useForms().entries.some(
    ({ draft, status }) => draft.submissionId === saved?.id && status === 'waiting',
  );

  async function save() {
    setIsTold(true);
    if (missing || loggedAt === undefined) return;
    setIsSaving(true);
    setProblem(undefined);
    try {
      await store.submitAside(rated, {
        submissionId: submissionId.current,
        loggedAt: isoOf(loggedAt),
        timeZone: user.timeZone,
      });
      setSaved({ id: submissionId.current, text: `Saved for ${recentTime(loggedAt, user)}.` });
      submissionId.current = randomUuid();
      setChanges([]);
      setIsTold(false);
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
          problem={isFuture ? 'Choose a time in the past.' : ''}
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
      {saved && (
        <Message kind="success">
          {saved.text}
          {isWaiting && ' It waits on this device until it is sent.'}
        </Message>
      )}
      <Button kind="main" type="submit" busy={isSaving}>
        {`Save the ${time}`}
      </Button>
    </Form>
  );
}

function nothing(): void {}
