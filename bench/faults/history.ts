import type { Fault } from './fault.ts';

/** Faults of the history and the charts. */
export const HISTORY_FAULTS: readonly Fault[] = [
  {
    name: 'Past Forms is offered though there is only one form',
    file: 'features/overview/form-history.tsx',
    find: 'segments={forms.length > 1 ? [recentTab, pastTab] : [recentTab]}',
    replace: 'segments={forms.length > 0 ? [recentTab, pastTab] : [recentTab]}',
    old: ['form.spec.ts', 'a save that fails says so'],
  },
  {
    name: 'A form that was added later names the day it is for and not the day it was added',
    file: 'features/overview/form-history.tsx',
    find: 'Added later, on {formTime(form.enteredAt, zone).day}',
    replace: 'Added later, on {formTime(form.date, zone).day}',
    old: ['kept.spec.ts', 'a form may be for an earlier time'],
  },
  {
    name: 'A history that cannot be loaded shows nothing at all',
    file: 'features/overview/form-history.tsx',
    find: '{history.isError && (',
    replace: '{history.data && history.isError && (',
    old: ['form.spec.ts', 'a history that cannot be loaded says so'],
  },
  {
    name: 'Past Forms shows the latest form a second time',
    file: 'features/overview/form-history.tsx',
    find: '{past.map((form) => (',
    replace: '{forms.map((form) => (',
    old: ['charts.spec.ts', 'older forms come a page at a time'],
  },
  {
    name: 'The first past symptom is marked as one of the profile and checked',
    file: 'features/overview/chart-data.ts',
    find: `      tag: index < tracked.length ? 'Profile' : 'Past',
      style: styles[index] as SeriesStyle,
      checked: checks[name] ?? index < tracked.length,`,
    replace: `      tag: index <= tracked.length ? 'Profile' : 'Past',
      style: styles[index] as SeriesStyle,
      checked: checks[name] ?? index <= tracked.length,`,
    old: ['charts.spec.ts', 'the checklist holds profile and past symptoms'],
  },
  {
    name: 'Custom begins with empty dates',
    file: 'features/overview/chart-data.ts',
    find: "if (timeframe !== 'custom' || before.start || before.end)",
    replace: "if (timeframe !== 'custom' || !before.start || !before.end)",
    old: ['charts.spec.ts', 'custom dates: defaults'],
  },
  {
    name: 'Forms that cannot be loaded look like a timeframe without forms',
    file: 'features/overview/chart-data.ts',
    find: 'isError: profile.isError || forms.isError,',
    replace: 'isError: profile.isError,',
    old: ['form.spec.ts', 'a history that cannot be loaded says so'],
  },
  {
    name: 'A chart without a checked symptom is empty and does not say why',
    file: 'features/overview/chart-card.tsx',
    find: 'symptoms.some(({ checked }) => checked) ?',
    replace: 'symptoms.length > 0 ?',
    old: ['charts.spec.ts', 'the checklist holds profile and past symptoms'],
  },
  {
    name: 'The trend draws the symptoms that are not checked, too',
    file: 'features/overview/line-card.tsx',
    find: `symptoms
              .filter(({ checked }) => checked)
              .map(`,
    replace: 'symptoms.map(',
    old: ['charts.spec.ts', 'Last 7 days: titles'],
  },
  {
    name: 'The times of day are counted by another zone’s clock',
    file: 'features/overview/bar-card.tsx',
    find: 'averages: averageByTimeOfDay(forms, name, span, zone),',
    replace: "averages: averageByTimeOfDay(forms, name, span, 'UTC'),",
    old: ['story.spec.ts', 'sign up, name symptoms, log three forms'],
  },
];
