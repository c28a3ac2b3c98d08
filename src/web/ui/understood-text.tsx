import { useEffect, useState } from 'react';

/** How long typing must pause before the text is updated (ms), so that screen readers do not read every key. */
const PAUSE_MS = 600;

/** Shows the medication as parsed so far, in a sentence. */
export function UnderstoodText({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="understood" role="status">
      {shown !== '' && (
        <>
          <span className="soft small">What you entered:</span> {shown}
        </>
      )}
    </div>
  );
}
