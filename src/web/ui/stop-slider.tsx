import './stop-slider.css';
import { useRef } from 'react';

interface Stop {
  readonly value: number;
  readonly word: string;
}

/**
 * A slider with a few large stops that can be pressed. Assistive technology and the keyboard use one native
 * range input; the stops are hidden from both.
 */
export function StopSlider({
  label,
  stops,
  value,
  onChange,
}: {
  readonly label: string;
  /** Consecutive whole numbers in ascending order. */
  readonly stops: readonly Stop[];
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const range = useRef<HTMLInputElement>(null);
  const max = stops.at(-1)?.value ?? value;
  const shown = `${value} of ${max}`;
  const word = stops.find((stop) => stop.value === value)?.word;
  function step(by: number) {
    if (stops.some((stop) => stop.value === value + by)) onChange(value + by);
  }
  return (
    <div className="stop-slider">
      <div className="stop-slider-head">
        <h3>{label}</h3>
        <span className="stop-slider-value" aria-hidden="true">
          {shown}
        </span>
        <StepButton label={`${label}, less`} sign="−" onPress={() => step(-1)} />
        <StepButton label={`${label}, more`} sign="+" onPress={() => step(1)} />
      </div>
      <div className="stop-slider-track" data-press-nearest>
        <span className="stop-slider-reach" />
        <input
          ref={range}
          type="range"
          min={stops[0]?.value}
          max={max}
          step={1}
          value={value}
          aria-label={label}
          aria-valuetext={word ? `${shown}, ${word}` : shown}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          onKeyDown={(event) => {
            // Enter in a range input would submit the form.
            if (event.key === 'Enter') event.preventDefault();
            // With a modifier key a digit is a browser shortcut, for example for tabs or zoom.
            if (event.ctrlKey || event.altKey || event.metaKey) return;
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
              onChange(stop.value);
              // The keyboard continues from the stop that was pressed.
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

function place(stop: number, value: number): 'below' | 'chosen' | 'above' {
  if (stop === value) return 'chosen';
  return stop < value ? 'below' : 'above';
}
