import './form.css';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface Fault {
  readonly field: HTMLElement;
  readonly text: string;
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * A form with a summary at its top that lists missing and wrong values, each with a link to its field. The
 * browser's own bubble disappears after some seconds and shows one error at a time.
 */
export function Form({
  className,
  onSubmit,
  children,
}: {
  readonly className: string;
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
    <form noValidate className={className} onSubmit={submit} onInput={forgive}>
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

/** Removes the mark from a field once its value is valid. */
function forgive({ target }: FormEvent<HTMLFormElement>): void {
  const control = target as EventTarget as Control;
  if (control.validity.valid) control.removeAttribute('aria-invalid');
}

function faultsOf(form: HTMLFormElement): Fault[] {
  const controls = [...form.elements].filter((element): element is Control =>
    element.matches('input:not([hidden]), select, textarea'),
  );
  for (const control of controls) {
    // `checkValidity` fires `invalid` on the field, which then shows the errors that only the app can find.
    if (control.checkValidity()) control.removeAttribute('aria-invalid');
    else control.setAttribute('aria-invalid', 'true');
  }
  return controls
    .filter(({ validity }) => !validity.valid)
    .map((field) => ({ field, text: textOf(field) }));
}

/** The field's name and what is wrong with it, in plain words. */
function textOf(field: Control): string {
  const name = field.labels?.[0]?.querySelector('.field-label')?.textContent;
  const label = name ?? field.labels?.[0]?.textContent ?? '';
  const { validity } = field;
  if (validity.valueMissing) return `${label}: please fill in this field`;
  if (validity.customError) return field.validationMessage;
  if (validity.typeMismatch) return `${label}: enter an address like name@example.org`;
  if (validity.patternMismatch) return `${label}: ${field.title}`;
  if (validity.rangeOverflow) return `${label}: it cannot be in the future`;
  return `${label}: ${field.validationMessage}`;
}
