import '../ui/form-sheet.css';
import {
  DEFAULT_SHARE_DAYS,
  MAX_PASSCODE_LENGTH,
  MIN_PASSCODE_LENGTH,
} from '../../domain/share.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { nearDayText } from '../ui/calendar-date-text.ts';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { IntoView } from '../ui/into-view.tsx';
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

/** A link that is not made yet. */
export interface ShareDraft {
  readonly label: string;
  readonly expiry: Expiry;
  readonly lastDate: string;
  readonly scope: typeof FIRST_SCOPE;
  readonly passcode: string;
}

const NEW_SHARE: ShareDraft = {
  label: '',
  expiry: `${DEFAULT_SHARE_DAYS}`,
  lastDate: '',
  scope: FIRST_SCOPE,
  passcode: '',
};

/** The form that creates a link. */
export function ShareForm({
  draft = NEW_SHARE,
  isBusy,
  problem,
  onChange,
  onMake,
  onClose,
}: {
  readonly draft: ShareDraft | undefined;
  readonly isBusy: boolean;
  /** Why the link could not be created; '' if nothing failed. */
  readonly problem: string;
  readonly onChange: (draft: ShareDraft) => void;
  readonly onMake: (share: NewShare) => void;
  readonly onClose: () => void;
}) {
  const user = useUser();
  const zone = user.timeZone;
  const today = todayIn(zone);
  const { label, expiry, lastDate, scope, passcode } = draft;
  const lastDay = lastDayOf(expiry, lastDate, today);
  const typed = passcode.trim();

  const change = (changed: Partial<ShareDraft>) => onChange({ ...draft, ...changed });

  function make() {
    onMake({
      label,
      expiresAt: expiryAfter(lastDay, zone),
      ...wishOf(scope, today),
      ...(typed !== '' && { passcode: typed }),
    });
  }

  return (
    <Form className="form-sheet" onSubmit={() => !isBusy && make()}>
      <div className="form-entries">
        <TextField
          label="Who is it for?"
          hint="Only you see this name."
          missing="Enter who it is for."
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          value={label}
          onChange={(typed) => change({ label: typed })}
        />
        <SelectField
          label="How long should the link work?"
          value={expiry}
          onChange={(chosen) => change({ expiry: chosen as Expiry })}
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
            missing="Enter the last day."
            value={lastDate}
            onChange={(day) => change({ lastDate: day })}
            problem={lastDate && expiryProblem(lastDate, today)}
          />
        ) : (
          <p className="soft">The link works until {nearDayText(lastDay, today, user)}.</p>
        )}
        <ScopeFields scope={scope} today={today} onChange={(chosen) => change({ scope: chosen })} />
        <TextField
          label="Passcode, if you want one"
          hint={`At least ${MIN_PASSCODE_LENGTH} letters or numbers. The passcode is not in the link. Tell your doctor the passcode yourself.`}
          maxLength={MAX_PASSCODE_LENGTH}
          autoComplete="off"
          value={passcode}
          onChange={(code) => change({ passcode: code })}
          problem={
            typed !== '' && typed.length < MIN_PASSCODE_LENGTH
              ? `Passcode: use at least ${MIN_PASSCODE_LENGTH} letters or numbers.`
              : ''
          }
        />
      </div>
      <Button wide busy={isBusy} onPress={onClose}>
        Cancel
      </Button>
      {problem && (
        <IntoView>
          <Message kind="danger">{problem}</Message>
        </IntoView>
      )}
      <div className="form-foot">
        <Button kind="main" type="submit" busy={isBusy}>
          {isBusy ? 'Making the link...' : 'Make the link'}
        </Button>
      </div>
    </Form>
  );
}
