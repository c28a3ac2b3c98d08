import { useState } from 'react';
import { flushSync } from 'react-dom';
import { dateOf } from '../../domain/zone.ts';
import { keepText, readText } from '../platform/kept-text.ts';
import { useMe } from '../platform/user.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { focusChosenTab } from '../ui/kept-focus.ts';
import { Message, MessageContent } from '../ui/message.tsx';
import { ProveAddress } from './prove-address.tsx';

/**
 * Asks whether the email address is right, in the first week, and until the person answers at most once a day on each
 * device. Who has no address is asked for one, and can take back a 'No' (`SplitNotice`) that was a mistake.
 */
export function AddressNotice() {
  const { id, email, asksAddress, split, timeZone } = useMe();
  const key = `addressAsked ${id}`;
  const today = dateOf(Date.now(), timeZone);
  const [laterOn, setLaterOn] = useState(() => readText(key));
  const [open, setOpen] = useState<'own' | 'other' | 'split'>();
  const [done, setDone] = useState('');

  function wait() {
    keepText(key, today);
    setLaterOn(today);
    focusChosenTab();
  }

  function finish(message: string) {
    // The page outside an open dialog cannot have the focus.
    flushSync(() => {
      setOpen(undefined);
      setDone(message);
    });
    focusChosenTab();
  }

  if (done) return <Message kind="success">{done}</Message>;
  if (!asksAddress || laterOn === today) return null;
  return (
    <>
      {/* Not a `Message`: its words appear a moment after its box, so the page would jump. */}
      <section className="message message-info" aria-label="Email address">
        <MessageContent kind="info">
          <p>
            {email ? (
              <>
                Is{' '}
                <strong>
                  <Address of={email} />
                </strong>{' '}
                your email?
              </>
            ) : (
              'Please enter your email. With it, you can get in again on a new phone.'
            )}
          </p>
          {split && <AnsweredNo email={split.email} />}
          <div className="message-actions">
            {email && (
              <Button kind="small" onPress={() => setOpen('own')}>
                Confirm
              </Button>
            )}
            <Button kind="small" onPress={() => setOpen('other')}>
              {email ? 'Correct the address' : 'Enter my email'}
            </Button>
            {split && (
              <Button kind="small" onPress={() => setOpen('split')}>
                Yes, that is me after all
              </Button>
            )}
            <Button kind="quiet" icon="clear" onPress={wait}>
              Not now
            </Button>
          </div>
        </MessageContent>
      </section>
      {open && <ProveAddress of={open} onClose={() => setOpen(undefined)} onDone={finish} />}
    </>
  );
}

/** Shown beside the button that takes the 'No' back. */
export function AnsweredNo({ email }: { readonly email: string }) {
  return (
    <p>
      You said that you did not use{' '}
      <strong>
        <Address of={email} />
      </strong>{' '}
      on another device. Was that a mistake? Then press Yes.
    </p>
  );
}
