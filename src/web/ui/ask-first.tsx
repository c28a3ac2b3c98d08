import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';

/** A button that asks once more, in its place, before it does what no Undo brings back. */
export function AskFirst({
  name,
  question,
  verb,
  sure = `${verb} now`,
  kind = 'plain',
  busy,
  onSure,
  children,
}: {
  /** What the button is about, for screen readers. */
  readonly name: string;
  readonly question: ReactNode;
  /** What the button does, in words. */
  readonly verb: string;
  /** The words on the button that confirms. */
  readonly sure?: string | undefined;
  /** How the button looks before it has asked. */
  readonly kind?: 'plain' | 'danger' | undefined;
  readonly busy: boolean;
  readonly onSure: () => void;
  /** A message below the question, such as an error. */
  readonly children?: ReactNode;
}) {
  const [isAsked, setIsAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isAsked) {
    return (
      <Button ref={button} kind={kind} label={`${verb}, ${name}`} onPress={() => setIsAsked(true)}>
        {verb}
      </Button>
    );
  }
  function cancel() {
    flushSync(() => setIsAsked(false));
    button.current?.focus();
  }
  return (
    <div className="stack-close">
      <p tabIndex={-1} ref={focusFirst}>
        {question}
      </p>
      <Button wide onPress={cancel}>
        Cancel
      </Button>
      <div className="apart">
        <Button kind="danger-main" wide busy={busy} onPress={onSure}>
          {sure}
        </Button>
      </div>
      {children}
    </div>
  );
}

/** Focuses an element when it appears, so that screen readers speak it. */
function focusFirst(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
