import { useEffect } from 'react';
import { averageByTimeOfDay } from '../../../domain/severity.ts';
import { barDays } from '../../../domain/windows.ts';
import { part } from '../../ui/part.tsx';
import { ChartCard, LoadingData, PERIODS } from './chart-card.tsx';
import { useChart } from './chart-data.ts';

const barChart = part(
  async () => (await import('../../ui/bar-chart-view.tsx')).BarChartView,
  <LoadingData />,
);

export function BarCard() {
  // Loads the chart's code while its data is loading.
  useEffect(barChart.fetch, []);
  const state = useChart(barDays);
  return (
    <ChartCard
      title="Symptom Time Analysis"
      state={state}
      emptySelection="Select symptoms to view the time analysis chart"
    >
      {({ choice, span, forms }) => (
        <barChart.Component
          title={`Symptom Severity By Time of Day - ${PERIODS[choice.timeframe]}`}
          series={state.symptoms
            .filter(({ checked }) => checked)
            .map(({ name }) => ({
              name,
              averages: averageByTimeOfDay(forms, name, span),
            }))}
        />
      )}
    </ChartCard>
  );
}
