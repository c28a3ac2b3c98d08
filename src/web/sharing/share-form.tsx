import { useState } from 'react';
import { dateFormats } from '../../domain/formats.ts';
import {
  DEFAULT_SHARE_DAYS,
  MAX_PASSCODE_LENGTH,
  MIN_PASSCODE_LENGTH,
} from '../../domain/share.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import { startOfDay } from '../../domain/zone.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Message } from '../ui/message.tsx';
import type { NewShare } from './queries.ts';
import { FIRST_SCOPE, ScopeFields, wishOf } from './scope-fields.tsx';
import {
  EXPIRIES,
  type Expiry,
  expiryAfter,
  expiryProblem,
  lastDayOf,
  todayIn,
} from './share-words.ts';

const days = dateFormats({ dateStyle: 'medium' });

/** The form that creates a link. */
export function ShareForm({
  isBusy,
  problem,
  onMake,
  onClose,
}: {
  readonly isBusy: boolean;
  /** Why the link could not be created; '' if nothing failed. */
  readonly problem: string;
  readonly onMake: (share: NewShare) => void;
  readonly onClose: () => void;
}) {
  const user = useUser();
  const zone = user.timeZone;
  const today = todayIn(zone);
  const [label, setLabel] = useState('');
  const [expiry, setExpiry] = useState<Expiry>(`${DEFAULT_SHARE_DAYS}`);
  const [lastDate, setLastDate] = useState('');
  const [scope, setScope] = useState(FIRST_SCOPE);
  const [passcode, setPasscode] = useState('');
  const lastDay = lastDayOf(expiry, lastDate, today);
  const typed = passcode.trim();

  function make() {
    onMake({
      label,
      expiresAt: expiryAfter(lastDay, zone),
      ...wishOf(scope, today),
      ...(typed !== '' && { passcode: typed }),
    });
  }

  return (
    <Form
      className="share-form"
      unsaved={(label || passcode) && 'links'}
      onSubmit={() => !isBusy && make()}
    >
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
        label="How long should the link work?"
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
          The link works until {days(zone, user).format(startOfDay(lastDay, zone))}.
        </p>
      )}
      <ScopeFields scope={scope} today={today} onChange={setScope} />
      <TextField
        label="Passcode, if you want one"
        hint={`At least ${MIN_PASSCODE_LENGTH} letters or numbers. The passcode is not in the link. Tell your doctor the passcode yourself.`}
        maxLength={MAX_PASSCODE_LENGTH}
        autoComplete="off"
        value={passcode}
        onChange={setPasscode}
        problem={
          typed !== '' && typed.length < MIN_PASSCODE_LENGTH
            ? `Passcode: use at least ${MIN_PASSCODE_LENGTH} letters or numbers.`
            : ''
        }
      />
      {problem && <Message kind="danger">{problem}</Message>}
      <Button kind="main" type="submit" busy={isBusy}>
        {isBusy ? 'Making the link...' : 'Make the link'}
      </Button>
      <Button wide busy={isBusy} onPress={onClose}>
        Cancel
      </Button>
    </Form>
  );
}
