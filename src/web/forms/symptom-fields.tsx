import { memo, useState } from 'react';
import { MAX_NOTES_LENGTH, SEVERITIES } from '../../domain/symptoms.ts';
import { Button } from '../ui/button.tsx';
import { NoteArea } from '../ui/note-area.tsx';
import { StopSlider } from '../ui/stop-slider.tsx';
import type { Change, DraftRating } from './store/draft.ts';

/** A word for each severity. The words are ordered, but the steps between them are not equal. */
const WORDS = ['Mildest', 'Mild', 'Medium', 'Strong', 'Worst'];
const STOPS = SEVERITIES.map((value, index) => ({ value, word: WORDS[index] ?? '' }));

/** Memoized, so that typing a note renders only this symptom. On a slow phone, letters would appear late otherwise. */
export const SymptomFields = memo(function SymptomFields({
  name,
  severity,
  notes,
  onChange,
  onRatingPressed,
}: DraftRating & {
  readonly onChange: (change: Change) => void;
  /** Called when a press changes the rating. */
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
        onValuePressed={() => onRatingPressed(name)}
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
      {hasField && (
        <NoteArea
          label={`Notes for ${name}`}
          maxLength={MAX_NOTES_LENGTH}
          autoFocus={isAdded}
          text={notes}
          onText={(typed) => onChange({ name, notes: typed })}
        />
      )}
    </div>
  );
});
