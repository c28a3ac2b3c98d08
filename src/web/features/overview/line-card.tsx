import { useEffect } from 'react';
import { axisLabels, spanLabels } from '../../../charts/part-labels.ts';
import { averageByPart } from '../../../domain/severity.ts';
import { lineDays, lineParts, type Timeframe } from '../../../domain/windows.ts';
import { useUser } from '../../api/user.ts';
import { part } from '../../ui/part.tsx';
import { ChartCard, LoadingData, PERIODS } from './chart-card.tsx';
import { useChart } from './chart-data.ts';

const GRANULARITY: Record<Timeframe, string> = {
  '7days': 'Daily averages for the last 7 days',
  month: '3-day averages for the last 30 days',
  '6weeks': '3.5-day averages for the last 6 weeks',
  '3months': 'Weekly averages for the last 90 days',
  custom: 'Custom period averages',
};

const lineChart = part(
  async () => (await import('../../ui/line-chart-view.tsx')).LineChartView,
  <LoadingData />,
);

export function LineCard() {
  // Loads the chart's code while its data is loading.
  useEffect(lineChart.fetch, []);
  const style = useUser();
  const state = useChart(lineDays);
  const { choice: chosen, drawn, symptoms } = state;
  return (
    <ChartCard
      title="Average Symptom Severity"
      state={state}
      emptySelection="Select symptoms to view the average severity trend"
      notes={GRANULARITY[(drawn?.choice ?? chosen).timeframe]}
    >
      {({ choice, range, forms }) => {
        const parts = lineParts(choice, range);
        return (
          <lineChart.Component
            title={`Average Symptom Severity Over Time - ${PERIODS[choice.timeframe]}`}
            axisLabels={axisLabels(parts, style)}
            spanLabels={spanLabels(parts, style)}
            series={symptoms
              .filter(({ checked }) => checked)
              .map(({ name, style }) => ({
                name,
                style,
                averages: averageByPart(forms, name, parts),
              }))}
          />
        );
      }}
    </ChartCard>
  );
}
