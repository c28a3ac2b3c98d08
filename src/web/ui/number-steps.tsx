import './number-steps.css';
import { useId } from 'react';

const STEPS_DOWN = [-10, -1] as const;
const STEPS_UP = [1, 10] as const;

/**
 * A number that starts at an offered one and is changed by steps. Until a step or the number itself is pressed, it is
 * outlined and counts as not entered.
 */
export function NumberSteps({
  label,
  name,
  value,
  offered,
  least,
  most,
  onChange,
}: {
  readonly label: string;
  /** What the buttons are called for screen readers: 'Upper number, lying'. */
  readonly name: string;
  /** Null if it is not entered. */
  readonly value: number | null;
  readonly offered: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}) {
  const id = useId();
  const shown = value ?? offered;
  const step = (by: number) => (
    <button
      key={by}
      type="button"
      aria-label={`${name}, ${Math.abs(by)} ${by < 0 ? 'less' : 'more'}`}
      onClick={() => onChange(Math.min(most, Math.max(least, shown + by)))}
    >
      {by < 0 ? `−${-by}` : `+${by}`}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: looks like the other questions, which are groups
    <div role="group" aria-labelledby={id} className="number-steps">
      <p id={id}>
        <b>{label}</b>{' '}
        <span className="soft small">{value === null ? 'not entered' : 'entered'}</span>
      </p>
      <div className="number-steps-row" data-press-nearest="action">
        {STEPS_DOWN.map(step)}
        <button
          type="button"
          className="number-steps-value"
          aria-pressed={value !== null}
          aria-label={`${name}, ${shown}${value === null ? ', not entered' : ''}`}
          onClick={() => onChange(shown)}
        >
          {shown}
        </button>
        {STEPS_UP.map(step)}
      </div>
    </div>
  );
}
