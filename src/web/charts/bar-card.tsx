import { useCallback } from 'react';
import { timeOfDayFinding } from '../../domain/findings.ts';
import { averageByTimeOfDay, TIME_OF_DAY_WORDS, TIMES_OF_DAY } from '../../domain/severity.ts';
import { barDays } from '../../domain/windows.ts';
import { BarChartView } from '../ui/bar-chart-view.tsx';
import { AverageCell, FigureTable } from '../ui/figure-table.tsx';
import { ChartCard, type Drawing, PERIODS } from './chart-card.tsx';
import { type Drawn, useChart } from './chart-data.ts';

export function BarCard() {
  const state = useChart(barDays);
  const { checked } = state;
  const draw = useCallback(
    ({ choice, span, forms }: Drawn): Drawing => {
      const title = `Symptom Severity By Time of Day - ${PERIODS[choice.timeframe]}`;
      const series = checked.map(({ name }) => ({
        name,
        averages: averageByTimeOfDay(forms, name, span),
      }));
      return {
        title,
        finding: timeOfDayFinding(series),
        chart: <BarChartView title={title} series={series} />,
        figures: () => (
          <FigureTable
            caption={title}
            rowTitle="Time of day"
            groups={series.map(({ name, averages }) => ({
              name,
              rows: TIMES_OF_DAY.map((timeOfDay) => ({
                label: TIME_OF_DAY_WORDS[timeOfDay],
                cell: <AverageCell average={averages[timeOfDay]} />,
              })),
            }))}
          />
        ),
      };
    },
    [checked],
  );
  return (
    <ChartCard
      title="Symptom Time Analysis"
      state={state}
      emptySelection="Select symptoms to view the time analysis chart"
      draw={draw}
    />
  );
}
