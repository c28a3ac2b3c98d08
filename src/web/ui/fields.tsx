import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'date' | 'time';
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'url';
  readonly pattern?: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly min?: string;
  readonly max?: string;
  readonly onFocus?: () => void;
  /** Inside of the field at its end, or beside it. */
  readonly button?: ReactNode;
}

export function TextField({
  label,
  value,
  onChange,
  missing,
  hint,
  problem,
  refusal,
  button,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, value, onChange, missing, hint, problem, refusal }}>
      {(control) =>
        button ? (
          <div className="field-with-button">
            <input type="text" {...input} {...control} />
            {button}
          </div>
        ) : (
          <input type="text" {...input} {...control} />
        )
      }
    </Field>
  );
}

/**
 * The field for a mailed code of six digits. The phone's keyboard offers the code, and spaces are allowed.
 */
export function CodeField(field: FieldProps) {
  return (
    <Field {...field} missing="Enter the code.">
      {(control) => (
        <input
          {...control}
          className="field-control field-code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          // biome-ignore lint/a11y/noAutofocus: it appears because the person asked for the code
          autoFocus
        />
      )}
    </Field>
  );
}

export function PasswordField({
  autoComplete,
  ...field
}: FieldProps & {
  readonly missing: string;
  readonly autoComplete: 'current-password' | 'new-password';
}) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...field}>
      {(control) => (
        <div className="field-with-button">
          <input
            {...control}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button
            kind="quiet"
            icon="eye"
            describedBy={`${control.id}-label`}
            onPress={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </Button>
        </div>
      )}
    </Field>
  );
}

export function SelectField({ children, ...field }: FieldProps & { readonly children: ReactNode }) {
  return <Field {...field}>{(control) => <select {...control}>{children}</select>}</Field>;
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

export function Switch({
  checked,
  onChange,
  disabled = false,
  children,
}: ToggleProps & { readonly disabled?: boolean }) {
  return (
    <label className="switch">
      {children}
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state
        role="switch"
        disabled={disabled}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
