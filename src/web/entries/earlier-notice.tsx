import { useEffect, useState } from 'react';
import { useMe } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Message, MessageContent } from '../ui/message.tsx';
import { deleteEarlier, readEarlier } from './earlier-databases.ts';

/**
 * Shows as text what a build before 1.0.0 has stored on this device and not sent, so that the person can copy it. It is
 * deleted only on request, after it was shown.
 */
export function EarlierNotice() {
  const { id } = useMe();
  const [texts, setTexts] = useState<readonly string[]>([]);
  const [copied, setCopied] = useState<boolean>();
  useEffect(() => {
    let isCurrent = true;
    readEarlier(id)
      .then(async (found) => {
        if (found.length === 0) await deleteEarlier(id);
        else if (isCurrent) setTexts(found);
      })
      // The device does not answer; the next page asks it again.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (texts.length === 0) return null;
  const text = texts.join('\n\n');
  const are = texts.length === 1 ? 'entry is' : `${texts.length} entries are`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Copying fails, for example, over plain HTTP, where browsers offer no clipboard.
      setCopied(false);
    }
  }

  return (
    <section className="message message-warning unsent-notice" aria-label="Not sent">
      <MessageContent kind="warning">
        <p>
          {texts.length === 1 && 'One '}
          {are} on this device only, from an earlier version of this app. We can’t send{' '}
          {texts.length === 1 ? 'it' : 'them'}. Copy the text, then enter what is missing.
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
          <Button kind="small" onPress={copy}>
            Copy
          </Button>
          {copied !== undefined && (
            <Button
              kind="small"
              onPress={async () => {
                await deleteEarlier(id);
                setTexts([]);
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
