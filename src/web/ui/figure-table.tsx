import './chart.css';
import type { Average } from '../../domain/severity.ts';

interface Group {
  readonly name: string;
  readonly rows: readonly { readonly label: string; readonly average: Average }[];
}

/** The numbers behind a chart, with the count of ratings. */
export function FigureTable({
  caption,
  rowTitle,
  groups,
}: {
  readonly caption: string;
  readonly rowTitle: string;
  readonly groups: readonly Group[];
}) {
  return (
    <div className="figures">
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{rowTitle}</th>
            <th scope="col">Average</th>
            <th scope="col">Ratings</th>
          </tr>
        </thead>
        {groups.map(({ name, rows }) => (
          <tbody key={name}>
            <tr>
              <th className="figures-group" scope="rowgroup" colSpan={3}>
                {name}
              </th>
            </tr>
            {rows.map(({ label, average }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two parts may touch the same days
              <tr key={index}>
                <th scope="row">{label}</th>
                <td>{meanText(average)}</td>
                <td>{average.count}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function meanText({ mean }: Average): string {
  return mean === null ? 'No data' : mean.toFixed(1);
}

/** '3.2, 14 ratings', '4.0, 1 rating' or 'No data'. */
export function figureText(average: Average | undefined): string {
  if (!average || average.mean === null) return 'No data';
  return `${meanText(average)}, ${average.count} ${average.count === 1 ? 'rating' : 'ratings'}`;
}

/** 'average 3.2, 14 ratings' or 'no data', spoken after the name of the point. */
export function spokenFigure(average: Average | undefined): string {
  if (!average || average.mean === null) return 'no data';
  return `average ${figureText(average)}`;
}
