import { type ReactNode, useRef } from 'react';
import { useNavigate } from 'react-router';
import { SYMPTOM_KEYS } from '../../../domain/symptoms.ts';
import type { Entries, Entry } from '../../api/device.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormEntry } from './form-entry.tsx';

/** What is entered in a form, and the button that sends it. */
export function FormFields({
  entries,
  onChange,
  onSubmit,
  onClose,
  busy,
  time,
  children,
}: {
  readonly entries: Entries;
  readonly onChange: (entry: Entry) => void;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** What Submit shows while the form is under way: until it is there, nothing is entered. */
  readonly busy: string | undefined;
  /** Where the time is chosen, if it can be. */
  readonly time: ReactNode;
  /** What went wrong. */
  readonly children: ReactNode;
}) {
  const navigate = useNavigate();
  const fields = useRef<HTMLDivElement>(null);
  const send = useRef<HTMLButtonElement>(null);
  const present = SYMPTOM_KEYS.flatMap((key) => {
    const entry = entries[key];
    return entry ? [{ key, entry }] : [];
  });
  if (present.length === 0) {
    return (
      <>
        <p>
          No symptoms have been added to your profile yet. Please add symptoms in your Profile
          section first
        </p>
        <Button
          kind="main"
          onPress={() => {
            onClose();
            navigate('/dashboard?tab=profile', { replace: true });
          }}
        >
          Go to Profile
        </Button>
      </>
    );
  }
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
        {present.map(({ key, entry }) => (
          <FormEntry key={key} entry={entry} onChange={onChange} />
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
