import { capitalized } from '../../domain/capitalized.ts';
import './form.css';
import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { useIsFromHtml } from './from-html.ts';
import { Sign } from './message.tsx';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For a field that must not stay empty: what to do if it is, as a whole sentence, such as 'Enter your email.' */
  readonly missing?: string | undefined;
  /** Shown below the label, and in the error if the pattern does not match. */
  readonly hint?: string | undefined;
  /** An error that only the app can find, as a whole sentence; '' if the value is valid. */
  readonly problem?: string | undefined;
  /** Why the server refused the value, as a whole sentence; the same value can be sent again. */
  readonly refusal?: string | undefined;
}

/** The attributes of the control that a field is for. */
interface ControlProps {
  readonly id: string;
  readonly ref: (control: Control | null) => void;
  readonly className: string;
  readonly required: boolean;
  readonly 'data-missing': string | undefined;
  readonly title: string | undefined;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<Control>) => void;
  readonly onBlur: (event: FormEvent<Control>) => void;
  readonly onInvalid: (event: FormEvent<Control>) => void;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/**
 * A control with its label, hint and error. `problem` is set as a custom validity, so that `Form` treats it like the
 * browser's own rules. The error appears below the control once the person has left the control or submitted the form,
 * never during typing; the error of an empty required field appears only after the submission.
 */
export function Field({
  label,
  value,
  onChange,
  missing,
  hint,
  problem = '',
  refusal = '',
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const control = useRef<Control>(null);
  const ref = useCallback((mounted: Control | null) => {
    control.current = mounted;
  }, []);
  const isFromHtml = useIsFromHtml();
  const takeOver = useEffectEvent(() => {
    const typed = control.current?.value ?? value;
    if (isFromHtml && typed !== value) onChange(typed);
  });
  // The person may have filled in the field before the script had run.
  useLayoutEffect(() => takeOver(), []);
  const [isTold, setIsTold] = useState(false);
  useLayoutEffect(() => control.current?.setCustomValidity(problem), [problem]);
  if (isTold && !problem) setIsTold(false);
  const [judged, setJudged] = useState({ value: '', broken: '' });
  const broken = judged.value === value ? judged.broken : '';
  const fault = broken || (isTold && problem) || refusal;
  useEffect(() => {
    if (refusal) control.current?.focus();
  }, [refusal]);
  const judge = ({ type, currentTarget }: FormEvent<Control>) => {
    if (type === 'blur' && currentTarget.validity.valueMissing) return;
    setIsTold(true);
    setJudged({ value, broken: brokenRule(currentTarget) });
  };
  return (
    <div className="field">
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <span className="soft small" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({
        id,
        ref,
        className: 'field-control',
        required: missing !== undefined,
        'data-missing': missing,
        title: hint,
        value,
        onChange: ({ target }) => onChange(target.value),
        onBlur: judge,
        onInvalid: judge,
        'aria-invalid': fault !== '' || undefined,
        'aria-describedby':
          [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined,
      })}
      {fault && (
        // Screen readers speak the error when the field gets the focus. A refusal is an alert, because it may arrive
        // while the field already has the focus.
        <span
          className="field-fault"
          id={`${id}-fault`}
          role={fault === refusal ? 'alert' : undefined}
        >
          <Sign kind="danger" />
          <span>{capitalized(fault)}</span>
        </span>
      )}
    </div>
  );
}

/**
 * The message for an empty field that must not be empty, or for a violated browser rule. '' if there is none, or if our
 * own check (`problem`) rejects the value.
 */
export function brokenRule({ validity, title, validationMessage, dataset }: Control): string {
  if (validity.valueMissing) return dataset.missing ?? '';
  if (validity.valid || validity.customError) return '';
  if (validity.typeMismatch) return 'enter an address like name@example.org';
  if (validity.patternMismatch) return title;
  if (validity.rangeOverflow) return 'it cannot be in the future';
  return validationMessage;
}
