import { useState } from 'react';
import { flushSync } from 'react-dom';
import { accountErrors } from '../../contract/account-errors.ts';
import type { AccountSplit } from '../../contract/entities.ts';
import { dateFormats } from '../../domain/formats.ts';
import { DAY_MS } from '../../domain/zone.ts';
import { refusalOf } from '../platform/client.ts';
import { Failure } from '../platform/failure.tsx';
import { useMe } from '../platform/user.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { focusChosenTab } from '../ui/kept-focus.ts';
import { Message, MessageContent } from '../ui/message.tsx';
import { JOINED } from './prove-address.tsx';
import { useAnswerSplit, useJoinEntries } from './queries.ts';

/** For how long each page says that the entries are elsewhere, if they are kept apart (ms). Then only Settings does. */
const SHOWN_APART_MS = 30 * DAY_MS;

/** Whether only Settings says that the entries are elsewhere. */
export function isLongApart({ holds, since, joinsAt }: AccountSplit): boolean {
  return holds === 'address' && joinsAt === null && Date.now() > Date.parse(since) + SHOWN_APART_MS;
}

const days = dateFormats({ month: 'short', day: 'numeric' });

/**
 * Says where the entries are while two accounts wait to be joined: one has the address, the other the entries from
 * before somebody confirmed that address.
 */
export function SplitNotice() {
  const { split } = useMe();
  const [done, setDone] = useState('');

  function join() {
    setDone(JOINED);
    focusChosenTab();
  }

  if (done && !split) {
    return (
      <div className="split-notice">
        <Message kind="success">{done}</Message>
      </div>
    );
  }
  // After 'No', `AddressNotice` asks for another address.
  if (!split || (split.holds === 'entries' && split.joinsAt === null)) return null;
  if (isLongApart(split)) return null;
  return split.holds === 'address' ? (
    <EntriesComeLater split={split} />
  ) : (
    <WasItYou split={split} onJoined={join} />
  );
}

function useDay(): (instant: string) => string {
  const me = useMe();
  return (instant) => days(me.timeZone, me).format(Date.parse(instant));
}

/** Says where the entries are, and brings them here with the old password. */
export function EntriesComeLater({ split }: { readonly split: AccountSplit }) {
  const [isOpen, setOpen] = useState(false);
  const day = useDay();
  return (
    <>
      {/* Not a `Message`: its words appear a moment after its box, so the page would jump. */}
      <section className="message message-info split-notice" aria-label="Your earlier entries">
        <MessageContent kind="info">
          <p>
            Your entries from before {day(split.since)} are safe.{' '}
            {split.joinsAt === null
              ? 'They stay on another device, because someone answered No there. With your old password they come here.'
              : `They come here on ${day(split.joinsAt)}, because this address was never confirmed. With your old password they come now.`}
          </p>
          <div className="message-actions">
            <Button kind="small" onPress={() => setOpen(true)}>
              Use my old password
            </Button>
          </div>
        </MessageContent>
      </section>
      {isOpen && (
        <OldPassword joinsOn={split.joinsAt && day(split.joinsAt)} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function OldPassword({
  joinsOn,
  onClose,
}: {
  /** The day on which the entries come without a password; null if they do not. */
  readonly joinsOn: string | null;
  readonly onClose: () => void;
}) {
  const join = useJoinEntries(useMe().id);
  const [password, setPassword] = useState('');
  const refusal = refusalOf(join.error, accountErrors.wrongPassword);
  const isSpent = refusalOf(join.error, accountErrors.oldPasswordSpent) !== '';
  return (
    <Dialog title="Your earlier entries" onClose={onClose}>
      <Form className="stack" onSubmit={() => !join.isPending && join.mutate(password)}>
        <PasswordField
          label="Your old password"
          autoComplete="current-password"
          missing="Enter your old password."
          value={password}
          refusal={refusal && `${refusal} After too many wrong tries, you have to wait.`}
          onChange={setPassword}
        />
        {!refusal && <Failure of={join.error} />}
        {joinsOn ? (
          <p>
            {isSpent ? 'You' : 'If you forgot it, you'} can wait until {joinsOn}. Or open Symptom
            Tracker where you used it before. Press ‘Yes, that is me’ there.
          </p>
        ) : (
          <p>
            {isSpent ? 'Open' : 'If you forgot it, open'} Symptom Tracker where you used it before.
            Press ‘Yes, that is me after all’ there.
          </p>
        )}
        <Button kind="main" type="submit" busy={join.isPending}>
          {join.isPending ? 'Getting your entries...' : 'Get my entries'}
        </Button>
      </Form>
    </Dialog>
  );
}

function WasItYou({
  split: { email, joinsAt },
  onJoined,
}: {
  readonly split: AccountSplit;
  readonly onJoined: () => void;
}) {
  const [open, setOpen] = useState<'yes' | 'no'>();
  const answer = useAnswerSplit(useMe().id);
  const day = useDay();

  function show(dialog: 'yes' | 'no') {
    answer.reset();
    setOpen(dialog);
  }

  function join() {
    // Uses the promise, because the question is gone when the answer has arrived.
    if (answer.isPending) return;
    void answer.mutateAsync(true).then(
      () => {
        // The page outside an open dialog cannot have the focus.
        flushSync(() => setOpen(undefined));
        onJoined();
      },
      () => {},
    );
  }

  return (
    <>
      <section className="message message-warning split-notice" aria-label="Email address">
        <MessageContent kind="warning">
          <p>
            Someone confirmed{' '}
            <strong>
              <Address of={email} />
            </strong>{' '}
            on another device, and uses Symptom Tracker there. Was that you?
          </p>
          {joinsAt && (
            <p>
              Without an answer, that device shows your entries from {day(joinsAt)}. This device is
              then logged out, and your helpers and links end.
            </p>
          )}
          <div className="message-actions">
            <Button kind="small" onPress={() => show('yes')}>
              Yes, that is me
            </Button>
            <Button kind="small" onPress={() => show('no')}>
              No
            </Button>
          </div>
        </MessageContent>
      </section>
      {open === 'yes' && (
        <Dialog title="Was that you?" onClose={() => setOpen(undefined)}>
          <p>If you press Yes, that device shows your entries too. You cannot undo this.</p>
          <Failure of={answer.error} />
          <Button kind="main" busy={answer.isPending} onPress={join}>
            {answer.isPending ? 'Saving...' : 'Yes, that is me'}
          </Button>
          <Button wide onPress={() => setOpen(undefined)}>
            Not now
          </Button>
        </Dialog>
      )}
      {open === 'no' && (
        <Dialog title="This is not my address" onClose={() => setOpen(undefined)}>
          <p>
            Did you or a helper set up a new phone or computer for you? Then it may be you. Press
            Close.
          </p>
          <p>If it was not you, your entries stay here. Next, please enter an email of your own.</p>
          <Failure of={answer.error} />
          <Button
            kind="main"
            busy={answer.isPending}
            onPress={() => answer.mutate(false, { onSuccess: focusChosenTab })}
          >
            {answer.isPending ? 'Saving...' : 'It is not mine'}
          </Button>
        </Dialog>
      )}
    </>
  );
}
