import { useState } from 'react';
import { suggestDrugs } from '../../domain/known-drugs.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import { TextField } from '../ui/fields.tsx';
import { Row, Rows } from '../ui/row.tsx';
import { withoutNumbers } from './medication-draft.ts';

const MOST = 3;
const NO_NAME = 'Enter the name.';

/** The field for the name. Known drugs are suggested; any other name can be typed. */
export function MedicationNameField({
  name,
  onType,
  onChoose,
}: {
  readonly name: string;
  readonly onType: (name: string) => void;
  /**
   * Called with the generic name, or with a name and numbers as on the box. Must move the focus, because the pressed
   * button is unmounted.
   */
  readonly onChoose: (name: string) => void;
}) {
  // The name when the form was opened, or the name that was chosen last. For this name, nothing is suggested.
  const [settled, setSettled] = useState(name);
  const [hasRoom, setHasRoom] = useState(false);
  // People type what the box says, such as 'Sinemet 25/100', so the search ignores the numbers.
  const plain = withoutNumbers(name);
  const suggestions = name === settled ? [] : suggestDrugs(plain, MOST);

  function choose(label: string, generic: string) {
    // A typed brand name with its numbers is kept. In all other cases, the generic name replaces what was typed.
    const isOnBox = plain !== name && label.toLowerCase().startsWith(`${plain.toLowerCase()} (`);
    const chosen = isOnBox ? name : generic;
    setSettled(chosen);
    setHasRoom(false);
    onChoose(chosen);
  }

  return (
    <div className="stack-close">
      <TextField
        label="Name"
        hint="As on the box, or in your own words"
        missing={NO_NAME}
        maxLength={MAX_NAME_LENGTH}
        problem={name !== '' && name.trim() === '' ? NO_NAME : ''}
        value={name}
        onChange={onType}
        onFocus={() => setHasRoom(true)}
      />
      <p className="visually-hidden" role="status">
        {suggestions.length > 0 && `Suggestions below: ${suggestions.length}`}
      </p>
      {/* The room is there before the suggestions, which would push the next field from under a finger. */}
      {(hasRoom || suggestions.length > 0) && (
        <div className="suggestions">
          {suggestions.length > 0 && (
            <Rows label="Suggestions">
              {suggestions.map(({ label, drug }) => (
                <li key={`${label} ${drug.forms.join()}`}>
                  <Row title={label} onPress={() => choose(label, drug.name)} />
                </li>
              ))}
            </Rows>
          )}
        </div>
      )}
    </div>
  );
}
