import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type CaregiverChange, useChangeCaregivers } from '../../api/caregivers.ts';
import { serverMessage } from '../../api/client.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';

/** A button that ends an access or an invitation. It asks first, because only a new invitation undoes it. */
export function Ending({
  name,
  question,
  verb,
  sure = `${verb} now`,
  change: ending,
  onDone,
}: {
  readonly name: string;
  readonly question: string;
  /** What the button does, in words. */
  readonly verb: string;
  /** The words on the button that confirms. */
  readonly sure?: string;
  readonly change: CaregiverChange;
  /** Called when it has ended. */
  readonly onDone?: () => void;
}) {
  const [isAsked, setIsAsked] = useState(false);
  const change = useChangeCaregivers(useUser().id);
  const button = useRef<HTMLButtonElement>(null);
  if (!isAsked) {
    return (
      <Button ref={button} label={`${verb}, ${name}`} onPress={() => setIsAsked(true)}>
        {verb}
      </Button>
    );
  }
  function end() {
    // Uses the promise, because a callback of `mutate` is not called once the list has no such entry any more.
    void change.mutateAsync(ending).then(onDone, () => {});
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
      <div className="message-actions">
        <Button kind="danger" busy={change.isPending} onPress={end}>
          {sure}
        </Button>
        <Button onPress={cancel}>Cancel</Button>
      </div>
      <NotChanged error={change.error} />
    </div>
  );
}

/** Focuses an element when it appears, so that screen readers speak it. */
function focusFirst(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** Says that a change of the helpers could not be saved. */
export function NotChanged({ error }: { readonly error: Error | null }) {
  if (!error) return null;
  return (
    <Message kind="danger">
      {serverMessage(error, 'We couldn’t save this change. Please try again.')}
    </Message>
  );
}
