import './stop-slider.css';
import { type ReactNode, useRef } from 'react';

interface Stop {
  readonly value: number;
  readonly word: string;
}

const NOT_RATED = 'not rated';
/**
 * The keys that choose the first stop while no stop is chosen. The range input is at its lowest value then, so without
 * this these keys would change nothing.
 */
const KEYS_OF_FIRST = ['Enter', ' ', 'Home', 'ArrowDown', 'ArrowLeft', 'PageDown'];

/**
 * A slider with a few large stops that can be pressed. Assistive technology and the keyboard use one native
 * range input; the stops are hidden from both. Until a stop is chosen, all stops look alike, and the slider is
 * 'not rated'.
 */
export function StopSlider({
  label,
  stops,
  value,
  onChange,
  onPressed,
  children,
}: {
  readonly label: string;
  /** Consecutive whole numbers in ascending order. */
  readonly stops: readonly Stop[];
  /** Undefined until a stop is chosen. */
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
  /** Called at each press on a stop, before `onChange`. */
  readonly onPressed: () => void;
  /** A button at the end of the heading row. */
  readonly children: ReactNode;
}) {
  const range = useRef<HTMLInputElement>(null);
  const first = stops[0]?.value ?? 0;
  const max = stops.at(-1)?.value ?? first;
  const shown = value === undefined ? NOT_RATED : `${value} of ${max}`;
  const word = stops.find((stop) => stop.value === value)?.word;
  function step(by: number) {
    const next = Math.max(first, (value ?? first) + by);
    if (next <= max) onChange(next);
  }
  return (
    <div className="stop-slider">
      <div className="stop-slider-head">
        <div className="stop-slider-title">
          <h3>{label}</h3>
          <span
            className={`stop-slider-value${value === undefined ? ' stop-slider-unrated' : ''}`}
            aria-hidden="true"
          >
            {shown}
          </span>
        </div>
        <StepButton label={`${label}, less`} sign="−" onPress={() => step(-1)} />
        <StepButton label={`${label}, more`} sign="+" onPress={() => step(1)} />
        {children}
      </div>
      <div className="stop-slider-track" data-press-nearest="choice">
        <span className="stop-slider-reach" />
        <input
          ref={range}
          type="range"
          min={first}
          max={max}
          step={1}
          value={value ?? first}
          aria-label={label}
          aria-valuetext={word ? `${shown}, ${word}` : shown}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          // Only assistive technology clicks here, because other presses go to the stops.
          onClick={() => value === undefined && onChange(first)}
          onKeyDown={(event) => {
            // Enter in a range input would submit the form.
            if (event.key === 'Enter') event.preventDefault();
            // With a modifier key a digit is a browser shortcut, for example for tabs or zoom.
            if (event.ctrlKey || event.altKey || event.metaKey) return;
            if (value === undefined && KEYS_OF_FIRST.includes(event.key)) {
              event.preventDefault();
              onChange(first);
            }
            const typed = stops.find((stop) => String(stop.value) === event.key);
            if (typed) onChange(typed.value);
          }}
        />
        <span className="stop-slider-ring" />
        {stops.map((stop) => (
          <button
            key={stop.value}
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            className="stop"
            data-place={place(stop.value, value)}
            onClick={() => {
              onPressed();
              onChange(stop.value);
              // Moves the focus to the range, so that the keyboard continues from the pressed stop.
              range.current?.focus({ preventScroll: true });
            }}
          >
            <span className="stop-number">{stop.value}</span>
            <span className="stop-word">{stop.word}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

/**
 * A button for speech control ('press Tremor, more'). Shown if there is room. Not in the tab order, because
 * keyboard users have the slider's arrow keys.
 */
function StepButton({
  label,
  sign,
  onPress,
}: {
  readonly label: string;
  readonly sign: string;
  readonly onPress: () => void;
}) {
  return (
    <button type="button" className="stop-step" tabIndex={-1} aria-label={label} onClick={onPress}>
      {sign}
    </button>
  );
}

function place(stop: number, value: number | undefined): 'below' | 'chosen' | 'above' {
  if (stop === value) return 'chosen';
  return value !== undefined && stop < value ? 'below' : 'above';
}
