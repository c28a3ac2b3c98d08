import { useEffect, useState } from 'react';

/** A pause in typing after which the text is repeated (ms), so that screen readers do not speak every key. */
const PAUSE_MS = 600;

/** Repeats what was understood so far. */
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
