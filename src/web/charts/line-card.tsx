import { useCallback } from 'react';
import { axisLabels, spanLabels } from '../../charts/part-labels.ts';
import type { Medication } from '../../contract/entities.ts';
import { halvesOf, trendFinding } from '../../domain/findings.ts';
import { placedChanges, regimenChangeText } from '../../domain/regimen-changes.ts';
import { averageByPart } from '../../domain/severity.ts';
import { lineDays, lineParts, type Timeframe } from '../../domain/windows.ts';
import { useMedications } from '../medication/queries.ts';
import { useUser } from '../platform/user.ts';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { AverageCell, FigureTable } from '../ui/figure-table.tsx';
import { LineChartView } from '../ui/line-chart-view.tsx';
import { ChartCard, type Drawing, PERIODS } from './chart-card.tsx';
import { type Drawn, useChart } from './chart-data.ts';

const GRANULARITY: Record<Timeframe, string> = {
  '7days': 'Daily averages for the last 7 days',
  month: '3-day averages for the last 30 days',
  '6weeks': '3.5-day averages for the last 6 weeks',
  '3months': 'Weekly averages for the last 90 days',
  custom: 'Custom period averages',
};

const NO_MEDICATIONS: readonly Medication[] = [];

export function LineCard() {
  const style = useUser();
  const state = useChart(lineDays);
  const medications = useMedications(style.id).data ?? NO_MEDICATIONS;
  const { choice: chosen, drawn, checked } = state;
  const draw = useCallback(
    ({ choice, range, span, forms }: Drawn): Drawing => {
      const title = `Average Symptom Severity Over Time - ${PERIODS[choice.timeframe]}`;
      const parts = lineParts(choice, range);
      const labels = spanLabels(parts, style);
      const changes = placedChanges(medications, range, parts).map(({ change, place }) => {
        const day = calendarDateText(change.day, 'medium', style);
        return { place, text: `${day}: ${regimenChangeText(change, style)}` };
      });
      const series = checked.map(({ name, style }) => ({
        name,
        style,
        averages: averageByPart(forms, name, parts),
      }));
      return {
        title,
        finding: trendFinding(
          checked.map(({ name }) => ({
            name,
            halves: averageByPart(forms, name, halvesOf(span)),
          })),
        ),
        chart: (
          <LineChartView
            title={title}
            axisLabels={axisLabels(parts, style)}
            spanLabels={labels}
            series={series}
            changes={changes}
          />
        ),
        figures: () => (
          <>
            <FigureTable
              caption={title}
              rowTitle="When"
              groups={series.map(({ name, averages }) => ({
                name,
                rows: averages.map((average, part) => ({
                  label: labels[part] ?? '',
                  cell: <AverageCell average={average} />,
                })),
              }))}
            />
            {changes.length > 0 && <ChangeList texts={changes.map(({ text }) => text)} />}
          </>
        ),
      };
    },
    [checked, medications, style],
  );
  return (
    <ChartCard
      title="Average Symptom Severity"
      state={state}
      emptySelection="Select symptoms to view the average severity trend"
      notes={GRANULARITY[(drawn?.choice ?? chosen).timeframe]}
      draw={draw}
    />
  );
}

function ChangeList({ texts }: { readonly texts: readonly string[] }) {
  return (
    <div>
      <h4>Doses changed</h4>
      <ul className="medication-changes">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
