import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { FieldFault, useProblem } from './use-problem.tsx';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly required?: boolean;
}

/** The props of a field with rules that the browser does not know. */
interface JudgedProps extends FieldProps {
  /** What is wrong with the value, as a sentence; '' if it is valid. */
  readonly problem?: string | undefined;
}

interface TextFieldProps extends JudgedProps {
  readonly type?: 'text' | 'email' | 'date' | 'time';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric';
  readonly pattern?: string;
  /** Shown below the label, and in the error if the pattern does not match. */
  readonly hint?: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly min?: string;
  readonly max?: string;
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  type = 'text',
  problem,
  ...input
}: TextFieldProps) {
  const id = useId();
  const fault = useProblem(problem, hint && `${id}-hint`);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <span className="soft small" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <input
        {...input}
        id={id}
        className="field-control"
        type={type}
        title={hint}
        {...fault.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldFault text={fault.text} />
    </div>
  );
}

/**
 * The field for a mailed code of six digits. The phone's keyboard offers the code, and spaces are allowed.
 */
export function CodeField({ label, value, onChange, problem }: JudgedProps) {
  const id = useId();
  const fault = useProblem(problem);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="field-control field-code"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        // biome-ignore lint/a11y/noAutofocus: it appears because the person asked for the code
        autoFocus
        required
        {...fault.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldFault text={fault.text} />
    </div>
  );
}

export function PasswordField({
  label,
  value,
  onChange,
  autoComplete,
  problem,
}: JudgedProps & { readonly autoComplete: 'current-password' | 'new-password' }) {
  const [shown, setShown] = useState(false);
  const id = useId();
  const fault = useProblem(problem);
  return (
    <div className="field">
      <label className="field-label" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <div className="field-with-button">
        <input
          id={id}
          className="field-control"
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          {...fault.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button kind="small" describedBy={`${id}-label`} onPress={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
        </Button>
      </div>
      <FieldFault text={fault.text} />
    </div>
  );
}

export function SelectField({
  label,
  value,
  onChange,
  required,
  children,
}: FieldProps & { readonly children: ReactNode }) {
  const id = useId();
  return (
    <label className="field" htmlFor={id}>
      <span className="field-label">{label}</span>
      <select
        id={id}
        className="field-control"
        required={required}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    </label>
  );
}

export function TextArea({
  label,
  value,
  onChange,
  maxLength,
  autoFocus,
}: FieldProps & { readonly maxLength: number; readonly autoFocus: boolean }) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <textarea
        className="field-control"
        maxLength={maxLength}
        // biome-ignore lint/a11y/noAutofocus: it appears because the person asked for it
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

interface ToggleProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

export function Checkbox({ checked, onChange, children }: ToggleProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}

export function Switch({ checked, onChange, children }: ToggleProps) {
  return (
    <label className="switch">
      {children}
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
        role="switch"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
