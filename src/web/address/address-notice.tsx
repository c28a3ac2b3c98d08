import { useState } from 'react';
import { dateOf } from '../../domain/zone.ts';
import { useMe } from '../api/user.ts';
import { keepText, readText } from '../kept-text.ts';
import { Button } from '../ui/button.tsx';
import { focusChosenTab } from '../ui/kept-focus.ts';
import { Message, MessageContent } from '../ui/message.tsx';
import { ProveAddress } from './prove-address.tsx';

/**
 * Asks whether the email address is right, in the first week, and until the person answers at most once a day on each
 * device. Who has no address is asked for one.
 */
export function AddressNotice() {
  const { id, email, asksAddress, timeZone } = useMe();
  const key = `addressAsked ${id}`;
  const today = dateOf(Date.now(), timeZone);
  const [laterOn, setLaterOn] = useState(() => readText(key));
  const [open, setOpen] = useState<'confirm' | 'correct'>();
  const [done, setDone] = useState('');

  function focusTab() {
    // The pressed button is unmounted, so the focus would be lost.
    focusChosenTab();
  }

  function wait() {
    keepText(key, today);
    setLaterOn(today);
    focusTab();
  }

  function finish(message: string) {
    setOpen(undefined);
    setDone(message);
    focusTab();
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
                Is <strong>{email}</strong> your email?
              </>
            ) : (
              'Please enter your email. With it, you can get in again on a new phone.'
            )}
          </p>
          <div className="message-actions">
            {email && (
              <Button kind="small" onPress={() => setOpen('confirm')}>
                Confirm
              </Button>
            )}
            <Button kind="small" onPress={() => setOpen('correct')}>
              {email ? 'Correct the address' : 'Enter my email'}
            </Button>
            <Button kind="small" onPress={wait}>
              Not now
            </Button>
          </div>
        </MessageContent>
      </section>
      {open && (
        <ProveAddress
          isOther={open === 'correct'}
          onClose={() => setOpen(undefined)}
          onDone={finish}
        />
      )}
    </>
  );
}
