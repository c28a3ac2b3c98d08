import { Fragment } from 'react';

/**
 * An email address that stands in one line, if it fits. A longer one breaks only after its @ and its dots, as long as its
 * parts fit into a line.
 *
 * @param end the punctuation after it, which must not begin a line
 */
export function Address({ of, end }: { readonly of: string; readonly end?: string }) {
  const parts = of.match(/[^@.]*[@.]?/g)?.filter((part) => part !== '') ?? [];
  return (
    <span className="address">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address keep their places.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
      {end}
    </span>
  );
}
