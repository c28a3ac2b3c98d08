import { useEffect } from 'react';
import { axisLabels, spanLabels } from '../../../charts/part-labels.ts';
import { seriesStyles } from '../../../charts/series-style.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import { regimenChangeWords } from '../../../domain/visit-words.ts';
import { placeIn } from '../../../domain/windows.ts';
import { midnightOf } from '../../../domain/zone.ts';
import { FigureTable } from '../../ui/figure-table.tsx';
import { lazy } from '../../ui/lazy.tsx';

// The overview uses the same file, so the browser loads it only once.
const lineChart = lazy(async () => (await import('../../ui/line-chart-view.tsx')).LineChartView);

const TITLE = 'Average severity over time';

interface Props {
  readonly summary: VisitSummary;
}

/** The averages of the symptoms over time, with the changes of medication. */
export function VisitLines({ summary: { severity, medication, style } }: Props) {
  useEffect(() => void lineChart.load(), []);
  const { parts, lines } = severity;
  const styles = seriesStyles(lines.map(({ name }) => name));
  const changes = (medication?.changes ?? []).flatMap((change) => {
    const place = placeIn(parts, midnightOf(change.day));
    return place === undefined ? [] : [{ place, text: regimenChangeWords(change, style) }];
  });
  return (
    <lineChart.Component
      title={TITLE}
      series={lines.flatMap(({ name, averages }, index) => {
        const look = styles[index];
        return look ? [{ name, averages, style: look }] : [];
      })}
      axisLabels={axisLabels(parts, style)}
      spanLabels={spanLabels(parts, style)}
      changes={changes}
    />
  );
}

export function VisitLineNumbers({ summary: { severity, style } }: Props) {
  const labels = spanLabels(severity.parts, style);
  return (
    <FigureTable
      caption={TITLE}
      rowTitle="When"
      groups={severity.lines.map(({ name, averages }) => ({
        name,
        rows: averages.map((average, part) => ({ label: labels[part] ?? '', average })),
      }))}
    />
  );
}
