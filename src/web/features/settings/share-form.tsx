import { useState } from 'react';
import { dateFormats } from '../../../domain/formats.ts';
import {
  DEFAULT_SHARE_DAYS,
  MAX_PASSCODE_LENGTH,
  MIN_PASSCODE_LENGTH,
  SHARE_PARTS,
  type SharePart,
} from '../../../domain/share.ts';
import { MAX_NAME_LENGTH } from '../../../domain/symptoms.ts';
import { startOfDay } from '../../../domain/zone.ts';
import type { NewShare } from '../../api/sharing.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import {
  BEGINNINGS,
  type Beginning,
  beginningProblem,
  EXPIRIES,
  type Expiry,
  expiryAfter,
  expiryProblem,
  firstDayOf,
  lastDayOf,
  PART_WORDS,
  todayIn,
} from './share-words.ts';

const days = dateFormats({ dateStyle: 'medium' });

/** The questions before a link is made. */
export function ShareForm({
  isBusy,
  onMake,
  onClose,
}: {
  readonly isBusy: boolean;
  readonly onMake: (share: NewShare) => void;
  readonly onClose: () => void;
}) {
  const user = useUser();
  const zone = user.timeZone;
  const today = todayIn(zone);
  const [label, setLabel] = useState('');
  const [expiry, setExpiry] = useState<Expiry>(`${DEFAULT_SHARE_DAYS}`);
  const [lastDate, setLastDate] = useState('');
  const [parts, setParts] = useState<readonly SharePart[]>(['medication', 'diary', 'checkIns']);
  const [beginning, setBeginning] = useState<Beginning>('visit');
  const [firstDate, setFirstDate] = useState('');
  const [passcode, setPasscode] = useState('');
  const lastDay = lastDayOf(expiry, lastDate, today);
  const from = firstDayOf(beginning, firstDate, today);
  const typed = passcode.trim();

  function make() {
    onMake({
      label,
      expiresAt: expiryAfter(lastDay, zone),
      ...(from !== undefined && { from }),
      scope: {
        medication: parts.includes('medication'),
        diary: parts.includes('diary'),
        checkIns: parts.includes('checkIns'),
        notes: parts.includes('notes'),
      },
      ...(typed !== '' && { passcode: typed }),
    });
  }

  return (
    <Form className="share-form" onSubmit={() => !isBusy && make()}>
      <TextField
        label="Who is it for?"
        hint="Only you see this name."
        required
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        value={label}
        onChange={setLabel}
      />
      <SelectField
        label="For how long?"
        value={expiry}
        onChange={(chosen) => setExpiry(chosen as Expiry)}
      >
        {Object.entries(EXPIRIES).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </SelectField>
      {expiry === 'date' ? (
        <TextField
          label="Last day"
          type="date"
          required
          value={lastDate}
          onChange={setLastDate}
          problem={lastDate && expiryProblem(lastDate, today)}
        />
      ) : (
        <p className="soft">
          The link opens until {days(zone, user).format(startOfDay(lastDay, zone))}.
        </p>
      )}
      <fieldset className="share-parts">
        <legend className="field-label">What is in it?</legend>
        <p className="soft">Your symptoms are always in it.</p>
        {SHARE_PARTS.map((part) => (
          <Checkbox
            key={part}
            checked={parts.includes(part)}
            onChange={(wanted) =>
              setParts(
                SHARE_PARTS.filter((each) => (each === part ? wanted : parts.includes(each))),
              )
            }
          >
            {PART_WORDS[part]}
          </Checkbox>
        ))}
      </fieldset>
      <SelectField
        label="From when?"
        value={beginning}
        onChange={(chosen) => setBeginning(chosen as Beginning)}
      >
        {Object.entries(BEGINNINGS).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </SelectField>
      {beginning === 'date' && (
        <TextField
          label="First day"
          type="date"
          required
          value={firstDate}
          onChange={setFirstDate}
          problem={firstDate && beginningProblem(firstDate, today)}
        />
      )}
      <TextField
        label="Passcode, if you want one"
        hint={`At least ${MIN_PASSCODE_LENGTH} letters or numbers. It is not in the link: tell it to them yourself.`}
        maxLength={MAX_PASSCODE_LENGTH}
        autoComplete="off"
        value={passcode}
        onChange={setPasscode}
        problem={
          typed !== '' && typed.length < MIN_PASSCODE_LENGTH
            ? `Please use at least ${MIN_PASSCODE_LENGTH} letters or numbers.`
            : ''
        }
      />
      <Button kind="main" type="submit" busy={isBusy}>
        {isBusy ? 'Making the link...' : 'Make the link'}
      </Button>
      <Button wide busy={isBusy} onPress={onClose}>
        Cancel
      </Button>
    </Form>
  );
}
