import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** How long after the last key the app learns what was typed, and how long it waits at most (ms; decision 10). */
const REPORT_AFTER_MS = 250;
const REPORT_WITHIN_MS = 1000;

/** What may save or close a form. Before it, the app must know what was typed. */
const PRESSES = ['click', 'submit', 'cancel', 'popstate'];
/** What may end the page, or the typing. */
const ENDINGS = ['blur', 'pagehide', 'visibilitychange'];

/** What a letter sends. React has nothing to do for it, and would look for handlers in the whole page. */
const LETTERS = ['keydown', 'keypress', 'textInput', 'input', 'keyup'];

/** What tells the app about each field whose text it does not know yet. */
const untold = new Set<() => void>();

/** Tells the app at once what was typed, before the page may end. */
export function tellNotes(): void {
  for (const tell of [...untold]) tell();
}

/**
 * A field for a note. The browser shows each letter without React, so that a slow phone keeps up with the typing. The
 * app learns the text after a short pause, and before anything that may end the form.
 */
export function NoteArea({
  label,
  text,
  maxLength,
  autoFocus,
  onText,
}: {
  readonly label: string;
  readonly text: string;
  readonly maxLength: number;
  readonly autoFocus: boolean;
  readonly onText: (text: string) => void;
}) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const isUntold = useRef(false);
  const tell = useEffectEvent((typed: string) => {
    if (typed !== text) onText(typed);
  });
  useLayoutEffect(() => {
    const { current } = area;
    if (!current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let first = 0;
    function report(): void {
      clearTimeout(timer);
      listen(removeEventListener);
      isUntold.current = false;
      untold.delete(reportNow);
      tell(current?.value ?? '');
    }
    // Renders at once, so that what a press calls knows the text.
    const reportNow = () => flushSync(report);
    function listen(change: typeof addEventListener | typeof removeEventListener): void {
      for (const press of PRESSES) change(press, reportNow, { capture: true });
      for (const ending of ENDINGS) change(ending, report, { capture: true });
    }
    const typed = () => {
      if (!isUntold.current) {
        first = performance.now();
        listen(addEventListener);
        untold.add(reportNow);
      }
      isUntold.current = true;
      clearTimeout(timer);
      const left = first + REPORT_WITHIN_MS - performance.now();
      timer = setTimeout(reportNow, Math.max(0, Math.min(REPORT_AFTER_MS, left)));
    };
    const stop = (event: Event) => event.stopPropagation();
    for (const letter of LETTERS) current.addEventListener(letter, stop);
    current.addEventListener('input', typed);
    return () => {
      for (const letter of LETTERS) current.removeEventListener(letter, stop);
      current.removeEventListener('input', typed);
      if (isUntold.current) report();
    };
  }, []);
  useLayoutEffect(() => {
    const { current } = area;
    // The text was changed elsewhere, for example in another window. What is being typed here is newer.
    if (current && !isUntold.current && current.value !== text) current.value = text;
  }, [text]);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        className="field-control"
        defaultValue={text}
        maxLength={maxLength}
        // biome-ignore lint/a11y/noAutofocus: it appears because the person asked for it
        autoFocus={autoFocus}
      />
    </div>
  );
}
