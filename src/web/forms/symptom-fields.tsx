import { memo, useState } from 'react';
import { MAX_NOTES_LENGTH, SEVERITIES } from '../../domain/symptoms.ts';
import { usePartOfForms } from '../entries/use-entries.tsx';
import { Button } from '../ui/button.tsx';
import { NoteArea } from '../ui/note-area.tsx';
import { StopSlider } from '../ui/stop-slider.tsx';
import { type Change, changeOf, type DraftRating } from './store/draft.ts';

/** A word for each severity. The words are ordered, but the steps between them are not equal. */
const WORDS = ['Mildest', 'Mild', 'Medium', 'Strong', 'Worst'];
const STOPS = SEVERITIES.map((value, index) => ({ value, word: WORDS[index] ?? '' }));

/** Memoized, so that a rating renders only this symptom. A note that somebody types renders only `FormNote`. */
export const SymptomFields = memo(function SymptomFields({
  name,
  severity,
  notes,
  onChange,
  onRatingPressed,
}: DraftRating & {
  readonly onChange: (change: Change) => void;
  /** Called at each press on a stop. */
  readonly onRatingPressed: (name: string) => void;
}) {
  const [isAdded, setIsAdded] = useState(false);
  // Keeps the note field open after its text was deleted.
  const [hadNotes, setHadNotes] = useState(false);
  if (notes && !hadNotes) setHadNotes(true);
  const hasField = isAdded || hadNotes;
  return (
    <div className="entry">
      <StopSlider
        label={name}
        stops={STOPS}
        value={severity}
        onChange={(chosen) => onChange({ name, severity: chosen })}
        onPressed={() => onRatingPressed(name)}
      >
        {!hasField && (
          <Button
            kind="quiet"
            icon="add"
            label={`Add a note for ${name}`}
            onPress={() => setIsAdded(true)}
          >
            Note
          </Button>
        )}
      </StopSlider>
      {hasField && <FormNote name={name} notes={notes} autoFocus={isAdded} onChange={onChange} />}
    </div>
  );
});

/** The note of one symptom. It alone renders while somebody types. */
function FormNote({
  name,
  notes,
  autoFocus,
  onChange,
}: {
  readonly name: string;
  /** The note when the form was last rendered. */
  readonly notes: string;
  readonly autoFocus: boolean;
  readonly onChange: (change: Change) => void;
}) {
  const text = usePartOfForms(({ entries, shownId }) => {
    const shown = entries.find(({ draft }) => draft.submissionId === shownId);
    return changeOf({ name }, shown?.draft.changes ?? [])?.notes ?? notes;
  });
  return (
    <NoteArea
      label={`Notes for ${name}`}
      maxLength={MAX_NOTES_LENGTH}
      autoFocus={autoFocus}
      text={text}
      onText={(typed) => onChange({ name, notes: typed })}
    />
  );
}
