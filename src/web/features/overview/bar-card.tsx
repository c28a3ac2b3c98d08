import { averageByTimeOfDay } from '../../../domain/severity.ts';
import { barDays } from '../../../domain/windows.ts';
import { BarChartView } from '../../ui/bar-chart-view.tsx';
import { ChartCard, PERIODS } from './chart-card.tsx';
import { useChart } from './chart-data.ts';

export function BarCard({ zone }: { readonly zone: string }) {
  const state = useChart('bars', zone, barDays);
  const { choice, span, forms, symptoms } = state;
  return (
    <ChartCard
      title="Symptom Time Analysis"
      state={state}
      emptySelection="Select symptoms to view the time analysis chart"
    >
      {() => (
        <BarChartView
          title={`Symptom Severity By Time of Day - ${PERIODS[choice.timeframe]}`}
          series={symptoms
            .filter(({ checked }) => checked)
            .map(({ name }) => ({
              name,
              averages: averageByTimeOfDay(forms, name, span, zone),
            }))}
        />
      )}
    </ChartCard>
  );
}
