import { useEffect, useId } from 'react';
import { axisLabels, spanLabels } from '../../../charts/part-labels.ts';
import { seriesStyles } from '../../../charts/series-style.ts';
import { TIMES_OF_DAY } from '../../../domain/severity.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import { regimenChangeWords } from '../../../domain/visit-words.ts';
import { placeIn } from '../../../domain/windows.ts';
import { midnightOf } from '../../../domain/zone.ts';
import { FigureTable } from '../figure-table.tsx';
import { part } from '../part.tsx';
import { TIME_OF_DAY_WORDS } from '../time-of-day-words.ts';
import { meanText, VisitTable } from './visit-table.tsx';

// The overview uses the same file, so the browser loads it only once.
const lineChart = part(async () => (await import('../line-chart-view.tsx')).LineChartView);

/** Severity over time with the changes of medication, and by time of day. */
export function VisitSeverityCard({ summary }: { readonly summary: VisitSummary }) {
  const id = useId();
  useEffect(() => void lineChart.load(), []);
  const { severity, medication, style } = summary;
  const { parts, lines, symptoms, forms, loggedDays } = severity;
  const rated = symptoms.filter(({ now }) => now.count > 0);
  const title = 'By time of day, and over time';
  if (lines.length === 0) {
    return (
      <section className="card" aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <p>There are no ratings in this period.</p>
      </section>
    );
  }
  const styles = seriesStyles(lines.map(({ name }) => name));
  const labels = spanLabels(parts, style);
  const changes = (medication?.changes ?? []).flatMap((change) => {
    const place = placeIn(parts, midnightOf(change.day));
    return place === undefined ? [] : [{ place, text: regimenChangeWords(change, style) }];
  });
  const series = lines.flatMap(({ name, averages }, index) => {
    const look = styles[index];
    return look ? [{ name, averages, style: look }] : [];
  });
  return (
    <section className="card visit-severity" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="soft small">
        Forms: {forms}, on {loggedDays} {loggedDays === 1 ? 'day' : 'days'}. 5 is the worst.
      </p>
      <lineChart.Component
        title="Average severity over time"
        series={series}
        axisLabels={axisLabels(parts, style)}
        spanLabels={labels}
        changes={changes}
      />
      <VisitTable
        caption="Means by time of day, and how many ratings"
        head={['Symptom', ...TIMES_OF_DAY.map((time) => TIME_OF_DAY_WORDS[time]), 'All', 'Range']}
        rows={rated.map(({ name, now, times, range }) => ({
          key: name,
          cells: [
            name,
            ...TIMES_OF_DAY.map((time) => meanText(times[time])),
            meanText(now),
            range ? `${range.lowest} to ${range.highest}` : '–',
          ],
        }))}
      />
      <details className="fold">
        <summary>Show the numbers</summary>
        <FigureTable
          caption="Average severity over time"
          rowTitle="When"
          groups={series.map(({ name, averages }) => ({
            name,
            rows: averages.map((average, part) => ({ label: labels[part] ?? '', average })),
          }))}
        />
      </details>
    </section>
  );
}
