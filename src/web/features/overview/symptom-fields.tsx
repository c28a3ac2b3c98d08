import { memo, useState } from 'react';
import { MAX_NOTES_LENGTH, SEVERITIES } from '../../../domain/symptoms.ts';
import type { Change, DraftRating } from '../../entries/draft.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Message } from '../../ui/message.tsx';
import { StopSlider } from '../../ui/stop-slider.tsx';

/** A word for each severity. The words are ordered, but the steps between them are not equal. */
const WORDS = ['Mildest', 'Mild', 'Medium', 'Strong', 'Worst'];
/** A hand that has missed twice would miss again. Larger stops are offered with its third press. */
const PRESSES_UNTIL_OFFER = 3;
const STOPS = SEVERITIES.map((value, index) => ({ value, word: WORDS[index] ?? '' }));

/** Renders only if its own symptom changes, so that each letter of a note appears at once on a slow phone. */
export const SymptomFields = memo(function SymptomFields({
  name,
  severity,
  notes,
  onChange,
  onEnlarge,
}: DraftRating & {
  readonly onChange: (change: Change) => void;
  /** Goes on with 'Large controls'; undefined if they are on. */
  readonly onEnlarge: ((name: string) => void) | undefined;
}) {
  /** How often a press has changed the rating. */
  const [presses, setPresses] = useState(0);
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
        onPressedAnew={() => setPresses(presses + 1)}
      >
        {!hasField && (
          <Button kind="small" label={`Add a note for ${name}`} onPress={() => setIsAdded(true)}>
            <Icon name="add" />
            Note
          </Button>
        )}
      </StopSlider>
      {onEnlarge && presses >= PRESSES_UNTIL_OFFER && (
        <Message kind="info">
          Is it hard to press the right number?{' '}
          <Button kind="small" onPress={() => onEnlarge(name)}>
            Use large controls
          </Button>
        </Message>
      )}
      {hasField && (
        <TextArea
          label={`Notes for ${name}`}
          maxLength={MAX_NOTES_LENGTH}
          autoFocus={isAdded}
          value={notes}
          onChange={(typed) => onChange({ name, notes: typed })}
        />
      )}
    </div>
  );
});
