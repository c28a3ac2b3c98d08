import './form.css';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { brokenRule, type Control } from './field.tsx';
import { Sign } from './message.tsx';

interface Fault {
  readonly field: HTMLElement;
  readonly text: string;
}

/**
 * A form with a summary at its top that lists missing and wrong values, each with a link to its field. The summary
 * replaces the browser's own bubble, which disappears after some seconds and shows one error at a time.
 */
export function Form({
  className,
  unsaved,
  isChange = false,
  onSubmit,
  children,
}: {
  readonly className: string;
  /** What the fields hold that is neither saved nor stored on this device: it would be lost with the page. */
  readonly unsaved?: string | false | undefined;
  /** Whether `unsaved` changes something that is saved. */
  readonly isChange?: boolean;
  /** Called when all fields are valid. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const summary = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    if (faults.length > 0) summary.current?.focus();
  }, [faults]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = faultsOf(event.currentTarget);
    setFaults(found);
    if (found.length === 0) onSubmit();
  }

  return (
    <form
      noValidate
      className={className}
      data-unsaved={unsaved || undefined}
      data-change={isChange || undefined}
      onSubmit={submit}
    >
      {faults.length > 0 && (
        // The summary receives the focus, so screen readers read all of it. With `role="alert"` they would
        // read it twice.
        <section
          ref={summary}
          className="fault-summary"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-faults`}
          tabIndex={-1}
        >
          <p id={`${id}-title`}>
            <Sign kind="danger" />
            Please check {faults.length === 1 ? 'this field' : 'these fields'}:
          </p>
          <ul id={`${id}-faults`}>
            {faults.map(({ field, text }) => (
              <li key={field.id}>
                <a
                  className="link"
                  href={`#${field.id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    field.focus();
                  }}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {children}
    </form>
  );
}

function faultsOf(form: HTMLFormElement): Fault[] {
  const controls = [...form.elements].filter((element): element is Control =>
    element.matches('input:not([hidden]), select, textarea'),
  );
  // `checkValidity` fires `invalid` on the field, which then shows its error.
  return controls
    .filter((control) => !control.checkValidity())
    .map((field) => ({ field, text: textOf(field) }));
}

/** What is wrong with a field, in plain words, after the field's name if the words do not say it. */
function textOf(field: Control): string {
  if (field.validity.valueMissing) return brokenRule(field);
  if (field.validity.customError) return field.validationMessage;
  const name = field.labels?.[0]?.querySelector('.field-label')?.textContent;
  return `${name ?? field.labels?.[0]?.textContent ?? ''}: ${brokenRule(field)}`;
}
