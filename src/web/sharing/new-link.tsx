import { useEffect, useRef, useState } from 'react';
import { dateFormats } from '../../domain/formats.ts';
import { startOfDay } from '../../domain/zone.ts';
import { copyText } from '../platform/copy-text.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Message } from '../ui/message.tsx';
import { lastDay, mailtoOf } from './share-words.ts';

/** Loaded on demand, because few people show the QR code. */
const qr = lazy(async () => (await import('./share-qr.tsx')).ShareQr);

const days = dateFormats({ dateStyle: 'medium' });

/** A new link. It cannot be shown again, because only its hash is stored. */
export function NewLink({
  url,
  label,
  expiresAt,
  hasPasscode,
  onDone,
}: {
  readonly url: string;
  readonly label: string;
  readonly expiresAt: string;
  readonly hasPasscode: boolean;
  readonly onDone: () => void;
}) {
  const user = useUser();
  const zone = user.timeZone;
  const [copied, setCopied] = useState<boolean>();
  const [isQrShown, setQrShown] = useState(false);
  /** Whether the link was copied, sent or shown to a camera. */
  const [isTaken, setTaken] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused form was unmounted.
  useEffect(() => heading.current?.focus(), []);
  const until = days(zone, user).format(startOfDay(lastDay(expiresAt, zone), zone));

  async function copy() {
    setCopied(undefined);
    const isCopied = await copyText(url);
    setCopied(isCopied);
    if (isCopied) setTaken(true);
  }

  function showQr() {
    setQrShown(!isQrShown);
    setTaken(true);
  }

  function leave() {
    if (isTaken || isWarned) onDone();
    else setWarned(true);
  }

  return (
    <section className="share-new" aria-labelledby="new-link">
      <h3 id="new-link" tabIndex={-1} ref={heading}>
        The link for {label} is ready
      </h3>
      <p>Copy it or send it now. For safety, we can’t show it again later.</p>
      <p className="share-url">{url}</p>
      <div className="share-actions">
        <Button kind="main" onPress={copy}>
          Copy the link
        </Button>
        {copied === true && <Message kind="success">Copied.</Message>}
        {copied === false && (
          <Message kind="warning">
            This browser can’t copy the link for you. Select the link, then copy it.
          </Message>
        )}
        <a
          className="button button-plain button-wide"
          href={mailtoOf(url, until, hasPasscode)}
          onClick={() => setTaken(true)}
        >
          <Icon name="share" />
          Send by email
        </a>
        <Button wide isExpanded={isQrShown} onPress={showQr}>
          {isQrShown ? 'Hide the QR code' : 'Show a QR code'}
        </Button>
      </div>
      {isQrShown && (
        <>
          <p>The doctor can point a phone’s camera at this:</p>
          <qr.Component url={url} label="QR code of the link" />
        </>
      )}
      {hasPasscode && (
        <p>
          Tell your doctor the passcode yourself, best by phone. We don’t know it, and can’t show it
          again.
        </p>
      )}
      {isWarned && !isTaken && (
        <Message kind="warning">
          You have not copied or sent the link, and we can’t show it again.
        </Message>
      )}
      <Button wide onPress={leave}>
        {isWarned && !isTaken ? 'Done without it' : 'Done'}
      </Button>
    </section>
  );
}
