import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { focusBriefly } from './kept-focus.ts';

/** How many rows are shown at first, and how many more after each press. */
const ROWS_AT_ONCE = 5;

/** A list that shows its first rows, and a button that shows more of them. */
export function ShortList<Row>({
  rows,
  isKept = () => false,
  more,
  children,
}: {
  readonly rows: readonly Row[];
  /** Whether a row is shown wherever it stands. */
  readonly isKept?: (row: Row) => boolean;
  /** The words of the button: 'Show older links'. */
  readonly more: string;
  /** Renders the list: a `ul` with an `li` for each of the rows. */
  readonly children: (shown: readonly Row[]) => ReactNode;
}) {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  const place = useRef<HTMLDivElement>(null);
  const shown = rows.filter((row, index) => index < count || isKept(row));

  function showMore() {
    const items = () => place.current?.querySelectorAll<HTMLElement>(':scope > ul > li') ?? [];
    const before = new Set(items());
    flushSync(() => setCount(count + ROWS_AT_ONCE));
    if (document.activeElement !== document.body) return;
    // The button has gone with the last rows. The first new row stands where it was.
    const first = [...items()].find((item) => !before.has(item));
    if (first) focusBriefly(first);
  }

  return (
    <div ref={place} className="stack-close">
      {children(shown)}
      {shown.length < rows.length && (
        <Button wide onPress={showMore}>
          {more}
        </Button>
      )}
    </div>
  );
}
