import { counted } from '../../domain/counted.ts';
import './chart.css';
import type { ReactNode } from 'react';
import type { Average } from '../../domain/severity.ts';

interface Group {
  readonly name: string;
  readonly rows: readonly { readonly label: string; readonly cell: ReactNode }[];
}

/** How many symptoms stand side by side. Three fit on a phone. */
const COLUMNS = 3;

/**
 * The numbers behind a chart, with the count of ratings: a column for each group.
 *
 * @param props.caption only screen readers get it, unless `isTitled`: it is then a heading
 * @param props.note what the cells contain
 * @param props.groups whose rows have the same labels
 */
export function FigureTable({
  caption,
  isTitled = false,
  rowTitle,
  groups,
  note = 'In brackets: the number of ratings.',
}: {
  readonly caption: string;
  readonly isTitled?: boolean;
  readonly rowTitle: string;
  readonly groups: readonly Group[];
  readonly note?: string;
}) {
  const parts = Array.from({ length: Math.ceil(groups.length / COLUMNS) }, (_, index) =>
    groups.slice(index * COLUMNS, (index + 1) * COLUMNS),
  );
  return (
    <div className="figures figures-side-by-side">
      {isTitled && <h3>{caption}</h3>}
      {parts.map((part) => {
        const names = part.map(({ name }) => name);
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is too wide
          <div key={names.join()} className="figures-part" tabIndex={0}>
            <table>
              <caption className="visually-hidden">
                {isTitled ? names.join(', ') : `${caption}: ${names.join(', ')}`}
              </caption>
              <thead>
                <tr>
                  <th scope="col">{rowTitle}</th>
                  {names.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {part[0]?.rows.map(({ label }, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two parts may touch the same days
                  <tr key={row}>
                    <th scope="row">{label}</th>
                    {part.map(({ name, rows }) => (
                      <td key={name}>{rows[row]?.cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        );
      })}
      {note && <p className="soft">{note}</p>}
    </div>
  );
}

/** '3.2 (14)' or 'No data'. */
export function AverageCell({ average }: { readonly average: Average | undefined }) {
  if (!average || average.mean === null) return 'No data';
  return (
    <>
      {meanText(average)} <span className="soft">({average.count})</span>
    </>
  );
}

function meanText({ mean }: Average): string {
  return mean === null ? 'No data' : mean.toFixed(1);
}

/** '3.2, 14 ratings', '4.0, 1 rating' or 'No data'. */
export function figureText(average: Average | undefined): string {
  if (!average || average.mean === null) return 'No data';
  return `${meanText(average)}, ${counted(average.count, 'rating')}`;
}

/** 'average 3.2, 14 ratings' or 'no data', spoken after the name of the point. */
export function spokenFigure(average: Average | undefined): string {
  if (!average || average.mean === null) return 'no data';
  return `average ${figureText(average)}`;
}
