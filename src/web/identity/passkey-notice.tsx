import { useState } from 'react';
import { useConfig } from '../platform/config.ts';
import { keepText, readText } from '../platform/kept-text.ts';
import { useMe } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { focusChosenTab } from '../ui/kept-focus.ts';
import { lazy } from '../ui/lazy.tsx';
import { Message, MessageContent } from '../ui/message.tsx';
import { deviceWord } from './device-word.ts';
import { readOffer, setOffer } from './passkey-offer.ts';

const adding = lazy(async () => (await import('./add-passkey.tsx')).AddPasskey, <DialogLoading />);

/** Offers to sign in with this phone next time, once after a sign-in, until the person says 'Not now' on this device. */
export function PasskeyNotice() {
  const { id } = useMe();
  const key = `passkeyAsked ${id}`;
  const config = useConfig().data;
  const [isOffered, setOffered] = useState(() => readOffer() && readText(key) === null);
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return <Message kind="success">Done. Next time, press ‘Sign in with a passkey’.</Message>;
  }
  if (!isOffered || config?.passkeys !== 'yes') return null;

  function end() {
    keepText(key, 'asked');
    setOffer(false);
    setOffered(false);
    focusChosenTab();
  }

  return (
    <>
      <section className="message message-info" aria-label="Sign in without a password">
        <MessageContent kind="info">
          <p>
            Next time, sign in with this {deviceWord()}? Your fingerprint, your face or the screen
            lock is then enough.
          </p>
          <div className="message-actions">
            <Button kind="small" onPress={() => setOpen(true)}>
              Set it up
            </Button>
            <Button kind="small" onPress={end}>
              Not now
            </Button>
          </div>
        </MessageContent>
      </section>
      {isOpen && (
        <adding.Component
          here
          onClose={() => setOpen(false)}
          onAdded={() => {
            setOpen(false);
            setDone(true);
            end();
          }}
        />
      )}
    </>
  );
}
