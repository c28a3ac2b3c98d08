import type { VisitTable as Table, VisitCell } from '../../../domain/plain-section.ts';
import { Breakable } from '../../ui/breakable.tsx';

/**
 * A table of the page for a visit. On a phone each row is a list.
 *
 * @param isNamed true if on a phone the name of a row stands above its three columns
 */
export function VisitTable({
  table: { caption, head, rows },
  isNamed = false,
}: {
  readonly table: Table;
  readonly isNamed?: boolean;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls with the arrow keys
    <section className="visit-scroll" aria-label={caption} tabIndex={0}>
      <table className={`visit-table ${isNamed ? 'visit-named' : 'visit-list'}`}>
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
          {rows.map(([name = '', ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be equal
            <tr key={row}>
              <th scope="row">
                <CellText cell={name} />
              </th>
              {cells.map((cell, index) => (
                <td key={head[index + 1]} data-title={head[index + 1]}>
                  <CellText cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A text; or several, separated by commas, with no line breaks within one. */
function CellText({ cell }: { readonly cell: VisitCell }) {
  if (typeof cell === 'string') return <Breakable text={cell} />;
  return cell.map((text, index) => (
    <span key={text}>
      <span className="visit-whole">
        {text}
        {index < cell.length - 1 && ','}
      </span>{' '}
    </span>
  ));
}
