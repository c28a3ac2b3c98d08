import './stop-slider.css';
import { useRef } from 'react';

interface Stop {
  readonly value: number;
  readonly word: string;
}

/**
 * A slider with a few large stops, each of which can simply be pressed. To assistive technology and the
 * keyboard it is one native range; the stops are for the hand alone, so they are hidden from both.
 */
export function StopSlider({
  label,
  stops,
  value,
  onChange,
}: {
  readonly label: string;
  /** Neighbouring whole numbers, the least first. */
  readonly stops: readonly Stop[];
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const range = useRef<HTMLInputElement>(null);
  const max = stops.at(-1)?.value ?? value;
  const spoken = `${value} of ${max}`;
  return (
    <div className="stop-slider">
      <div className="stop-slider-head">
        <h3>{label}</h3>
        <span className="stop-slider-value" aria-hidden="true">
          {spoken}
        </span>
      </div>
      <div className="stop-slider-track">
        <input
          ref={range}
          type="range"
          min={stops[0]?.value}
          max={max}
          step={1}
          value={value}
          aria-label={label}
          aria-valuetext={spoken}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          onKeyDown={(event) => {
            // Enter on a range would send the form it is in.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
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
              // The keys go on from the stop that was pressed.
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

function place(stop: number, value: number): 'below' | 'chosen' | 'above' {
  if (stop === value) return 'chosen';
  return stop < value ? 'below' : 'above';
}
