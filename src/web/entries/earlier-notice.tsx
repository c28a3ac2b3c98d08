import { useEffect, useState } from 'react';
import { copyText } from '../platform/copy-text.ts';
import { useMe } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Message, MessageContent } from '../ui/message.tsx';
import { type Earlier, findEarlier } from './earlier-databases.ts';

/**
 * Shows as text what a build before 2026-11-28 has stored on this device and not sent, so that the person can copy it.
 * Only what was shown is deleted, and only on request.
 */
export function EarlierNotice() {
  const { id } = useMe();
  const [found, setFound] = useState<readonly Earlier[]>([]);
  const [copied, setCopied] = useState<boolean>();
  useEffect(() => {
    let isCurrent = true;
    findEarlier(id)
      .then((all) => isCurrent && setFound(all))
      // The device does not answer; the next page asks it again.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (found.length === 0) return null;
  const text = found.map((each) => each.text).join('\n\n');
  const isOne = found.length === 1;

  return (
    <section className="message message-warning unsent-notice" aria-label="Not sent">
      <MessageContent kind="warning">
        <p>
          {isOne ? '1 entry is' : `${found.length} entries are`} on this device only, from an
          earlier version of this app. We can’t send {isOne ? 'it' : 'them'}. Copy the text, then
          enter what is missing.
        </p>
        <textarea
          className="field-control"
          aria-label="The entries"
          rows={6}
          readOnly
          value={text}
        />
        {copied === true && <Message kind="success">Copied.</Message>}
        {copied === false && (
          <Message kind="warning">
            This browser can’t copy the text for you. Select the text, then copy it.
          </Message>
        )}
        <div className="message-actions">
          <Button kind="quiet" icon="copy" onPress={async () => setCopied(await copyText(text))}>
            Copy
          </Button>
          {copied !== undefined && (
            <Button
              kind="danger"
              onPress={async () => {
                await Promise.all(found.map(({ remove }) => remove()));
                setFound([]);
              }}
            >
              Delete from this device
            </Button>
          )}
        </div>
      </MessageContent>
    </section>
  );
}
