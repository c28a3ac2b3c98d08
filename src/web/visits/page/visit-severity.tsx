import { spanLabels } from '../../../charts/part-labels.ts';
import { seriesStyles } from '../../../charts/series-style.ts';
import { type Average, TIME_OF_DAY_WORDS, TIMES_OF_DAY } from '../../../domain/severity.ts';
import { shortDaysText } from '../../../domain/visit-days.ts';
import { ratedSymptoms } from '../../../domain/visit-sections.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import { placeIn } from '../../../domain/windows.ts';
import { midnightOf } from '../../../domain/zone.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { AverageCell, FigureTable } from '../../ui/figure-table.tsx';
import { Chip } from './chip.tsx';
import { SparkLine } from './spark-line.tsx';

/** The averages of each symptom by time of day, and a small line over time. */
export function VisitSeverity({
  text,
  summary: { severity, medication, changes: compared, daysBefore, style: dates },
}: {
  readonly text: string;
  readonly summary: VisitSummary;
}) {
  const { parts, lines } = severity;
  const styles = seriesStyles(lines.map(({ name }) => name));
  const changes = (medication?.changes ?? []).flatMap(({ day, isFirstPlan }) => {
    return isFirstPlan ? [] : (placeIn(parts, midnightOf(day)) ?? []);
  });
  return (
    <>
      <p className="soft small">
        {text}{' '}
        {daysBefore && (
          <span className="visit-before-days visit-whole">
            Before: {shortDaysText(daysBefore, dates)}.
          </span>
        )}
      </p>
      <div className="visit-scroll">
        <table className="visit-table visit-symptoms">
          <caption className="visually-hidden">Averages by time of day, and over time</caption>
          <thead>
            <tr>
              <th scope="col">Symptom</th>
              {TIMES_OF_DAY.map((time) => (
                <th key={time} scope="col">
                  {TIME_OF_DAY_WORDS[time]}
                </th>
              ))}
              <th scope="col">All, range</th>
              {compared && <th scope="col">Before</th>}
              <th scope="col">Over time</th>
            </tr>
          </thead>
          <tbody>
            {ratedSymptoms(severity).map(({ name, now, range, before, times }) => {
              const index = lines.findIndex((line) => line.name === name);
              const [line, style] = [lines[index], styles[index]];
              const extent = range && `(${range.lowest} to ${range.highest})`;
              return (
                <tr key={name}>
                  <th scope="row">
                    <b>
                      <Breakable text={name} />
                    </b>
                    <span className="visit-average"> average {now.mean?.toFixed(1)}</span>
                  </th>
                  {TIMES_OF_DAY.map((time) => (
                    <td key={time} data-title={TIME_OF_DAY_WORDS[time]}>
                      <AverageChip average={times[time]} />
                    </td>
                  ))}
                  <td className="visit-all">
                    <b>{now.mean?.toFixed(1)}</b> <span className="visit-whole">{extent}</span>
                  </td>
                  {compared && (
                    <td className="visit-all">
                      {before.mean === null ? '–' : before.mean.toFixed(1)}
                    </td>
                  )}
                  <td className="visit-line">
                    {line && (
                      <SparkLine
                        title={lineTitle(name, line.averages)}
                        values={line.averages.map(({ mean }) => mean)}
                        range={[1, 5]}
                        hue={style?.hue}
                        dash={style?.dash}
                        changes={changes}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {changes.length > 0 && (
          <p className="soft small">A dotted upright line: the plan of a medication changed.</p>
        )}
      </div>
    </>
  );
}

function AverageChip({ average: { mean, count } }: { readonly average: Average }) {
  if (mean === null) return <span className="soft">none</span>;
  return (
    <span className="visit-mean">
      <Chip severity={mean} digits={1} />
      <span className="soft"> ({count})</span>
    </span>
  );
}

function lineTitle(name: string, averages: readonly Average[]): string {
  const known = averages.flatMap(({ mean }) => mean ?? []);
  const [first, last] = [known[0], known.at(-1)];
  return first === undefined || last === undefined
    ? `${name} over time: no averages`
    : `${name} over time: from ${first.toFixed(1)} to ${last.toFixed(1)}`;
}

/** The averages before the period and in it, where the columns of `VisitSeverity` have no room for them. */
export function BeforeAndSince({
  summary: { severity, basis, daysBefore, style },
}: {
  readonly summary: VisitSummary;
}) {
  const rated = ratedSymptoms(severity);
  if (rated.length === 0) return null;
  return (
    <table className="visit-table visit-before">
      <caption className="soft">
        Averages.{daysBefore && ` Before: ${shortDaysText(daysBefore, style)}.`}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Symptom</span>
          </th>
          <th scope="col">Before</th>
          <th scope="col">{basis === 'lastVisit' ? 'Since' : 'Now'}</th>
          <th scope="col">n</th>
        </tr>
      </thead>
      <tbody>
        {rated.map(({ name, before, now }) => (
          <tr key={name}>
            <th scope="row">
              <Breakable text={name} />
            </th>
            <td>{before.mean === null ? '–' : before.mean.toFixed(1)}</td>
            <td>
              <b>{now.mean?.toFixed(1)}</b>
            </td>
            <td>{now.count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function VisitLineNumbers({
  summary: { severity, style },
}: {
  readonly summary: VisitSummary;
}) {
  const labels = spanLabels(severity.parts, style);
  return (
    <FigureTable
      caption="Average severity over time"
      rowTitle="When"
      groups={severity.lines.map(({ name, averages }) => ({
        name,
        rows: averages.map((average, part) => ({
          label: labels[part] ?? '',
          cell: <AverageCell average={average} />,
        })),
      }))}
    />
  );
}
