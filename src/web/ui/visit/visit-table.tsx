import type { ReactNode } from 'react';
import type { Average } from '../../../domain/severity.ts';
import { Breakable } from '../breakable.tsx';

/** A table of the page for a visit. The first cell of each row is its heading. On a phone each row is a list. */
export function VisitTable({
  caption,
  head,
  rows,
}: {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls with the arrow keys
    <section className="visit-scroll" aria-label={caption} tabIndex={0}>
      <table className="visit-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{typeof name === 'string' ? <Breakable text={name} /> : name}</th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]} data-title={head[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Texts such as times, separated by commas. No line breaks within a text. */
export function Whole({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text, index) => (
    <span key={text}>
      <span className="visit-whole">
        {text}
        {index < texts.length - 1 && ','}
      </span>{' '}
    </span>
  ));
}

/** '3.1 (84)', the number of ratings in brackets, or 'no ratings'. */
export function meanText({ mean, count }: Average): string {
  return mean === null ? 'no ratings' : `${mean.toFixed(1)} (${count})`;
}
