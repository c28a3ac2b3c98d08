import { type ReactNode, type RefObject, useRef } from 'react';
import type { Change, DraftRating } from '../../entries/draft.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { SymptomFields } from './symptom-fields.tsx';

/** The fields of a form and its Submit button. */
export function FormFields({
  ratings,
  onChange,
  onSubmit,
  busy,
  send,
  time,
  children,
}: {
  readonly ratings: readonly DraftRating[];
  readonly onChange: (change: Change) => void;
  readonly onSubmit: () => void;
  /** The label of Submit while the form is being sent; its fields are inert meanwhile. */
  readonly busy: string | undefined;
  /** The Submit button. */
  readonly send: RefObject<HTMLButtonElement | null>;
  /** The field for the form's time, if the time can be chosen. */
  readonly time: ReactNode;
  /** Messages above Submit. */
  readonly children: ReactNode;
}) {
  const fields = useRef<HTMLDivElement>(null);
  return (
    <Form
      className="stack"
      onSubmit={() => {
        // Enter in a field also submits. Move the focus, because the field becomes inert.
        if (fields.current?.contains(document.activeElement)) send.current?.focus();
        onSubmit();
      }}
    >
      <div ref={fields} className="stack" inert={busy !== undefined}>
        {ratings.map((rating) => (
          // Keyed by name, because the symptom may be in another slot once the newest profile has arrived.
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
