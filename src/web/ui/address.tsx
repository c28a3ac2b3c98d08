import { Fragment } from 'react';

/** An email address that breaks into lines only after its @ and its dots, as long as its parts fit into a line. */
export function Address({ of }: { of: string }) {
  const parts = of.match(/[^@.]*[@.]?/g)?.filter((part) => part !== '') ?? [];
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address keep their places.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
