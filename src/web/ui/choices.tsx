import './choices.css';
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';

interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
}

/**
 * A question with a few large answers. One press answers, and 'Clear' takes the answer back. A second press on the same
 * answer changes nothing, because a shaking finger may press twice.
 */
export function Choices<Value extends string | number>({
  label,
  choices,
  value,
  answer,
  onChange,
  children,
}: {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  /** Null if not answered. An answer may lie between the values of two choices. */
  readonly value: Value | null;
  /** The answer in words, shown beside the question. */
  readonly answer: string;
  readonly onChange: (value: Value | null) => void;
  /** Buttons that change the answer in smaller steps, beside 'Clear'. */
  readonly children?: ReactNode;
}) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: in a fieldset, nothing can stand beside the legend
    <div role="group" aria-labelledby={id} className="choices">
      {/* The heading has the same height with and without 'Clear', so that the page does not jump. */}
      <div className={children ? 'choices-head choices-head-steps' : 'choices-head'}>
        <p id={id}>
          <b>{label}</b>{' '}
          <span className={value === null ? 'visually-hidden' : 'soft small'}>
            {value === null ? 'not answered' : answer}
          </span>
        </p>
        <div className="choices-actions">
          {children}
          {value !== null && (
            <Button
              kind="quiet"
              icon="clear"
              label={`Clear, ${label}`}
              onPress={() => onChange(null)}
            >
              Clear
            </Button>
          )}
        </div>
      </div>
      <div className="choices-row" data-press-nearest="choice">
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            className="choice"
            aria-pressed={choice.value === value}
            onClick={() => onChange(choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </div>
  );
}
