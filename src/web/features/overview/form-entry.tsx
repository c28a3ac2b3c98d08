import { useState } from 'react';
import { MAX_NOTES_LENGTH, SEVERITIES } from '../../../domain/symptoms.ts';
import type { Entry } from '../../api/device.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { StopSlider } from '../../ui/stop-slider.tsx';

/** A word for each severity; they name an order and claim no equal steps. */
const WORDS = ['Mildest', 'Mild', 'Medium', 'Strong', 'Worst'];
const STOPS = SEVERITIES.map((value, index) => ({ value, word: WORDS[index] ?? '' }));

export function FormEntry({
  entry,
  onChange,
}: {
  readonly entry: Entry;
  readonly onChange: (entry: Entry) => void;
}) {
  const [noteOpen, setNoteOpen] = useState(false);
  return (
    <div className="entry">
      <StopSlider
        label={entry.name}
        stops={STOPS}
        value={entry.severity}
        onChange={(severity) => onChange({ ...entry, severity })}
      />
      {noteOpen || entry.notes ? (
        <TextArea
          label={`Notes for ${entry.name}`}
          maxLength={MAX_NOTES_LENGTH}
          autoFocus={noteOpen}
          value={entry.notes}
          onChange={(notes) => onChange({ ...entry, notes })}
        />
      ) : (
        <Button
          kind="quiet"
          wide
          label={`Add a note for ${entry.name}`}
          onPress={() => setNoteOpen(true)}
        >
          Add a note
        </Button>
      )}
    </div>
  );
}
