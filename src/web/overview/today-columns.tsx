import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How many symptoms a table has at most, and how many letters their names. */
const NARROW = { symptoms: 3, letters: 10 };
const WIDE = { symptoms: 5, letters: 12 };
/** From this width of the table on (px), it is a wide one. */
const WIDE_PX = 480;
/** A table whose columns share the width. It needs no style of its own, which the server's HTML must not have. */
export const EQUAL = 'equal';

/** The narrowest column (px), and what is between two columns. */
const LEAST_PX = 44;
const GAP_PX = 6;

/** The widest table, without the times (`rating-chips.css`). */
const MOST_PX = 480;

export interface Columns {
  /** The table as a CSS value, or `EQUAL`; undefined if the names are too many or too long for it. */
  readonly template: string | undefined;
  /** The list whose width the table has. */
  readonly list: RefObject<HTMLUListElement | null>;
  /** Has the times and the names to measure. */
  readonly measured: RefObject<HTMLDivElement | null>;
}

/** Decides whether the names of symptoms fit as the heads of a table. */
export function useColumns(names: readonly string[]): Columns {
  const list = useRef<HTMLUListElement>(null);
  const measured = useRef<HTMLDivElement>(null);
  // Before the names are measured, the narrow rule decides.
  const [template, setTemplate] = useState<string | undefined>(() =>
    isFew(names, NARROW) ? EQUAL : undefined,
  );
  const all = names.join('\n');
  useLayoutEffect(() => {
    const measure = () => {
      const [time = 0, ...heads] = [...(measured.current?.children ?? [])].map(
        (each) => each.getBoundingClientRect().width,
      );
      setTemplate(
        templateOf(all.split('\n'), heads, { whole: list.current?.clientWidth ?? 0, time }),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const { current } of [list, measured]) if (current) observer.observe(current);
    for (const each of measured.current?.children ?? []) observer.observe(each);
    return () => observer.disconnect();
  }, [all]);
  return { template, list, measured };
}

/** Whether names are few and short enough. */
function isFew(names: readonly string[], most: typeof NARROW): boolean {
  const isShort = names.every((name) => name !== '' && name.length <= most.letters);
  return isShort && names.length > 0 && names.length <= most.symptoms;
}

function templateOf(
  names: readonly string[],
  heads: readonly number[],
  { whole, time }: { readonly whole: number; readonly time: number },
): string | undefined {
  if (!isFew(names, whole < WIDE_PX ? NARROW : WIDE)) return undefined;
  const widths = heads.map((width) => Math.max(LEAST_PX, Math.ceil(width)));
  const needed = widths.reduce((sum, width) => sum + width + GAP_PX, time);
  if (needed > whole) return undefined;
  const share = (Math.min(whole - time, MOST_PX) - GAP_PX * names.length) / names.length;
  if (widths.every((width) => width <= share)) return EQUAL;
  return widths.map((width) => `minmax(${width}px, 1fr)`).join(' ');
}

/** What `useColumns` measures: the column of the times, and each name on one line. */
export function Measured({
  names,
  columns: { measured },
}: {
  readonly names: readonly string[];
  readonly columns: Columns;
}) {
  return (
    <div ref={measured} className="today-measured" aria-hidden="true">
      <span className="today-time" />
      {names.map((name) => (
        // As an attribute, so that a search in the page does not find the names twice.
        <span key={name} data-name={name} />
      ))}
    </div>
  );
}
