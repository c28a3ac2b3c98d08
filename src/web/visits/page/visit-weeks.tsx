import { rangeAround } from '../../../charts/sparkline.ts';
import type { WeeklyMean } from '../../../domain/visit-blocks.ts';
import { SparkLine } from './spark-line.tsx';

/** How much a line has to change to go from its lower to its upper edge: hours, minutes, steps of the mood. */
const LEAST = [2, 20, 2];

/** The mean of each question of the check-in, and a small line of the weeks. */
export function VisitWeeks({ means }: { readonly means: readonly WeeklyMean[] }) {
  return (
    <table className="visit-table visit-weekly">
      <caption className="visually-hidden">Means, and means by week</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Question</th>
          <th scope="col">Mean</th>
          <th scope="col">By week</th>
        </tr>
      </thead>
      <tbody>
        {means.map(({ title, text, days, byWeek }, index) => {
          const known = byWeek.filter((mean) => mean !== null);
          return (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>
                <b>{text}</b> {days > 0 && <span className="soft">({days})</span>}
              </td>
              <td className="visit-line">
                {known.length > 0 && (
                  <SparkLine
                    title={`${title} by week: ${known.map((mean) => mean.toFixed(1)).join(', ')}`}
                    values={byWeek}
                    range={rangeAround(byWeek, LEAST[index] ?? 1)}
                  />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
