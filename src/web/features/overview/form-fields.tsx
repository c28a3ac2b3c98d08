import { type ReactNode, type RefObject, useRef } from 'react';
import type { Change, Rating } from '../../entries/draft.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { SymptomFields } from './symptom-fields.tsx';

/** What is entered in a form, and the button that sends it. */
export function FormFields({
  ratings,
  onChange,
  onSubmit,
  busy,
  send,
  time,
  children,
}: {
  readonly ratings: readonly Rating[];
  readonly onChange: (change: Change) => void;
  readonly onSubmit: () => void;
  /** The label of Submit while the form is being sent; its fields are inert meanwhile. */
  readonly busy: string | undefined;
  /** The button. */
  readonly send: RefObject<HTMLButtonElement | null>;
  /** Where the time is chosen, if it can be. */
  readonly time: ReactNode;
  /** What went wrong. */
  readonly children: ReactNode;
}) {
  const fields = useRef<HTMLDivElement>(null);
  return (
    <Form
      className="stack"
      onSubmit={() => {
        // Enter in a field sends the form too, and that field does not keep the focus.
        if (fields.current?.contains(document.activeElement)) send.current?.focus();
        onSubmit();
      }}
    >
      <div ref={fields} className="stack" inert={busy !== undefined}>
        {ratings.map((rating) => (
          // By its name: its slot may be another one once the newest profile is there.
          <SymptomFields key={rating.name} rating={rating} onChange={onChange} />
        ))}
        {time}
      </div>
      {children}
      <Button kind="main" type="submit" ref={send} busy={busy !== undefined}>
        {busy ?? 'Submit'}
      </Button>
    </Form>
  );
}
