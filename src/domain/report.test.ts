import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ReportForm, type ReportSymptom, reportOf } from './report.ts';
import { type ReportPeriod, reportPeriod } from './report-period.ts';
import { addDays, type LocalTime, startOfDay } from './zone.ts';

const PERSON = { name: 'Grace Hopper', birthday: '1950-12-09', yearsWithParkinsons: 6 };
const NAMES = ['Tremor', 'tremor', 'Pain', 'Sleep', 'Balance'];
const ZONES = ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'];

/** A period, with forms in it, in the preceding period, and outside both. */
const aCase = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    last: fc.integer({ min: 0, max: 2000 }).map((day) => addDays('2021-01-01', day)),
    days: fc.integer({ min: 1, max: 120 }),
  })
  .chain(({ zone, last, days }) => {
    const from = startOfDay(addDays(last, 1 - days), zone);
    const to = startOfDay(addDays(last, 1), zone);
    const period = reportPeriod({ from, to }, undefined, to - 1, zone) as ReportPeriod;
    return fc.record({
      zone: fc.constant(zone),
      period: fc.constantFrom(period, { ...period, before: null }),
      forms: fc.array(aForm(period), { maxLength: 60 }).map(numbered),
    });
  });

const NEVER = { from: 0, to: 0 };

function aForm({ span, before }: ReportPeriod): fc.Arbitrary<Omit<ReportForm, 'formNumber'>> {
  const earliest = (before ?? span).from;
  const border = fc.constantFrom(earliest - 1, earliest, span.from - 1, span.from, span.to - 1);
  const anywhere = fc.integer({ min: earliest - 86_400_000, max: span.to + 86_400_000 });
  const times = fc
    .record({ time: fc.oneof(border, anywhere), timeZone: fc.constantFrom(...ZONES) })
    .map(({ time, timeZone }) => timesOf(time, timeZone));
  const form = fc.record({
    isEdited: fc.constant(false),
    editedAt: fc.constant(null),
    ratings: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...NAMES),
        severity: fc.integer({ min: 1, max: 5 }),
        notes: fc.constantFrom('', ' ', 'After coffee'),
      }),
      { maxLength: 5, selector: ({ name }) => name },
    ),
  });
  return fc.tuple(times, form).map(([ofForm, rest]) => ({ ...ofForm, ...rest }));
}

/** The times of a form that was made at about a local time in a zone, computed with `Temporal`. */
function timesOf(time: LocalTime, timeZone: string) {
  const local = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC');
  const there = local.toPlainDateTime().toZonedDateTime(timeZone);
  const localTime = there.toPlainDateTime().toZonedDateTime('UTC').epochMilliseconds;
  return { loggedAt: there.epochMilliseconds, timeZone, localTime };
}

function numbered(forms: Omit<ReportForm, 'formNumber'>[]): ReportForm[] {
  return forms.map((form, index) => ({ ...form, formNumber: index + 1 }));
}

const SYMPTOMS: ReportSymptom[] = [
  { name: 'Tremor', since: 0, isPast: false },
  { name: 'Sleep', since: 0, isPast: false },
  { name: 'Pain', since: 0, isPast: true },
];

/** A naive reference: the ratings of a symptom from a local time (inclusive) to another (exclusive). */
function picked(forms: readonly ReportForm[], name: string, from: LocalTime, to: LocalTime) {
  return forms
    .filter((form) => form.localTime >= from && form.localTime < to)
    .flatMap((form) =>
      form.ratings
        .filter((rating) => rating.name === name)
        .map(({ severity }) => ({ severity, localTime: form.localTime })),
    );
}

function meanOf(ratings: readonly { severity: number }[]): number | null {
  if (ratings.length === 0) return null;
  return ratings.map(({ severity }) => severity).reduce((a, b) => a + b) / ratings.length;
}

/** The hour of a local time, computed with `Temporal` instead of the domain's own functions. */
function hour(time: LocalTime): number {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('UTC').hour;
}

it('every figure matches a naive calculation from the ratings', () => {
  fc.assert(
    fc.property(aCase, ({ zone, period, forms }) => {
      const report = reportOf({ person: PERSON, symptoms: SYMPTOMS, forms, period, zone });
      const { span } = period;
      const before = period.before ?? NEVER;
      for (const figures of report.symptoms) {
        const now = picked(forms, figures.name, span.from, span.to);
        const then = picked(forms, figures.name, before.from, before.to);
        expect(figures.now.count).toBe(now.length);
        expect(figures.before.count).toBe(then.length);
        const [mean, meanBefore] = [meanOf(now), meanOf(then)];
        expectNear(figures.now.mean, mean);
        expectNear(figures.before.mean, meanBefore);
        const shown = [figures.now.mean, figures.before.mean].map((each) => each?.toFixed(1));
        const [is, was] = shown.map(Number);
        const isCompared = mean !== null && meanBefore !== null;
        expectNear(figures.change, isCompared ? Number(is) - Number(was) : null);
        const severities = now.map(({ severity }) => severity);
        expect(figures.range).toEqual(
          now.length === 0
            ? null
            : { lowest: Math.min(...severities), highest: Math.max(...severities) },
        );
        const during = (first: number, end: number) =>
          now.filter(({ localTime }) => {
            const at = hour(localTime);
            return at >= first && at < end;
          });
        expectNear(figures.times.morning.mean, meanOf(during(0, 12)));
        expectNear(figures.times.afternoon.mean, meanOf(during(12, 17)));
        expectNear(figures.times.evening.mean, meanOf(during(17, 24)));
      }
    }),
    { numRuns: 300 },
  );
});

function expectNear(value: number | null, expected: number | null): void {
  if (expected === null) expect(value).toBeNull();
  else expect(value).toBeCloseTo(expected, 9);
}

it('the log has every form of the period once, newest first, and the notes have every note', () => {
  fc.assert(
    fc.property(aCase, ({ zone, period, forms }) => {
      const report = reportOf({ person: PERSON, symptoms: SYMPTOMS, forms, period, zone });
      const inside = forms.filter(
        ({ localTime }) => localTime >= period.span.from && localTime < period.span.to,
      );
      expect(report.log.map(({ formNumber }) => formNumber).toSorted(byNumber)).toEqual(
        inside.map(({ formNumber }) => formNumber),
      );
      const times = report.log.map(({ loggedAt }) => loggedAt);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(report.formCount).toBe(inside.length);
      expect(report.formsPerDay).toBeCloseTo(inside.length / period.dayCount, 9);
      const days = inside.map(({ loggedAt, timeZone }) =>
        Temporal.Instant.fromEpochMilliseconds(loggedAt)
          .toZonedDateTimeISO(timeZone)
          .toPlainDate()
          .toString(),
      );
      expect(report.loggedDays).toBe(new Set(days).size);
      const notes = inside.flatMap(({ ratings }) =>
        ratings.filter(({ notes: text }) => text === 'After coffee'),
      );
      expect(report.notes).toHaveLength(notes.length);
    }),
    { numRuns: 200 },
  );
});

function byNumber(a: number, b: number): number {
  return a - b;
}

it('the report lists every rated symptom, the profile’s symptoms first', () => {
  fc.assert(
    fc.property(aCase, ({ zone, period, forms }) => {
      const report = reportOf({ person: PERSON, symptoms: SYMPTOMS, forms, period, zone });
      const names = report.symptoms.map(({ name }) => name);
      expect(names.slice(0, 2)).toEqual(['Tremor', 'Sleep']);
      const rated = report.log.flatMap(({ ratings }) => ratings.map(({ name }) => name));
      expect(new Set(names)).toEqual(new Set([...rated, 'Tremor', 'Sleep']));
      expect(new Set(names).size).toBe(names.length);
      // 'Pain' became past before the period. So it is listed only if earlier facts may be shown, or if it was rated.
      const hasPain = period.before !== null || rated.includes('Pain');
      const listed = ['Tremor', 'Sleep', ...(hasPain ? ['Pain'] : [])];
      expect(report.list.map(({ name }) => name)).toEqual(listed);
    }),
    { numRuns: 200 },
  );
});

it('the line chart’s averages include every rating of the charted symptoms', () => {
  fc.assert(
    fc.property(aCase, ({ zone, period, forms }) => {
      const report = reportOf({ person: PERSON, symptoms: SYMPTOMS, forms, period, zone });
      for (const { now, averages } of report.charted) {
        expect(averages.reduce((sum, { count }) => sum + count, 0)).toBe(now.count);
      }
    }),
    { numRuns: 200 },
  );
});
