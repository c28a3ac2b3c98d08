import { z } from 'zod';
import { HOURS_AFTER_DOSE } from '../domain/after-dose.ts';
import { MEDICATION_ANSWERS } from '../domain/check-in.ts';
import { DIARY_STATES } from '../domain/diary.ts';
import { DATE_ORDERS, HOUR_CYCLES } from '../domain/formats.ts';
import { TIMES_OF_DAY } from '../domain/severity.ts';
import { SHARE_PARTS } from '../domain/share.ts';
import { VISIT_BASES } from '../domain/visit.ts';

/** The answer of `getVisitSummary`. Its fields are explained in `domain/visit-summary.ts`. */

const list = <Each extends z.ZodType>(each: Each) => z.array(each).readonly();

/** An object with a value for each key. */
function byKey<const Key extends string, Value extends z.ZodType>(
  keys: readonly Key[],
  value: Value,
) {
  return z.object(Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>);
}

const average = z.object({ mean: z.number().nullable(), count: z.int() });
const dayRange = z.object({ first: z.string(), last: z.string() });

const symptomFigures = z.object({
  name: z.string(),
  now: average,
  range: z.object({ lowest: z.number(), highest: z.number() }).nullable(),
  before: average,
  change: z.number().nullable(),
  times: byKey(TIMES_OF_DAY, average),
});

const regimenVersion = z.object({
  medicationId: z.string(),
  name: z.string(),
  strength: z.number().nullable(),
  unit: z.string(),
  form: z.string(),
  isLevodopa: z.boolean(),
  times: list(z.object({ time: z.string(), amount: z.number() })),
  asNeeded: z.boolean(),
  from: z.string(),
  until: z.string().nullable(),
});

const doseBins = byKey(
  HOURS_AFTER_DOSE,
  z.object({
    n: z.int(),
    lower: z.number().optional(),
    median: z.number().optional(),
    upper: z.number().optional(),
  }),
);

const medication = z.object({
  changes: list(
    z.object({
      day: z.string(),
      isEnd: z.boolean(),
      isFirstPlan: z.boolean(),
      version: regimenVersion,
      before: regimenVersion.nullable(),
    }),
  ),
  doses: list(
    z.object({
      medicationId: z.string(),
      name: z.string(),
      regimen: regimenVersion.nullable(),
      planned: z.int(),
      taken: z.int(),
      skipped: z.int(),
      notLogged: z.int(),
      timed: z.int(),
      minutesOff: z
        .object({ lower: z.number(), median: z.number(), upper: z.number() })
        .optional()
        .meta({ description: 'Minutes from the planned time to the time taken.' }),
      dosesPerDay: z.number(),
    }),
  ),
  afterDose: list(
    z.object({
      name: z.string(),
      result: z.object({
        bins: doseBins,
        firstOfDay: doseBins,
        laterOfDay: doseBins,
        withoutDose: z.int(),
        notLogged: z.int(),
      }),
    }),
  ),
});

const stateHours = byKey(DIARY_STATES, z.number());

const diary = z.object({
  days: list(
    z.object({
      day: z.string(),
      slots: z.int(),
      filled: z.int(),
      recalled: z.int(),
      isComplete: z.boolean(),
      hours: stateHours,
      runs: list(
        z.object({
          from: z.string(),
          halfHours: z.int(),
          state: z.enum(DIARY_STATES).nullable(),
        }),
      ),
      doses: list(z.object({ at: z.number(), time: z.string(), name: z.string() })),
    }),
  ),
  dayCount: z.int(),
  average: z
    .object({
      days: z.int(),
      hours: stateHours,
      awakeHours: z.number(),
      badHours: z.number(),
      goodHours: z.number(),
    })
    .optional(),
  filled: z.int(),
  slots: z.int(),
  recalled: z.int(),
});

const table = z.object({
  type: z.literal('table'),
  caption: z.string(),
  head: list(z.string()),
  rows: list(list(z.union([z.string(), list(z.string())]))),
});
const plainBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), isSmall: z.literal(true).optional() }),
  z.object({
    type: z.literal('figures'),
    figures: list(z.object({ value: z.string(), of: z.string() })),
  }),
  table,
]);

const weekFigure = z.object({ days: z.int(), mean: z.number().nullable() });
const dayCount = z.object({ days: z.int(), on: z.int() });

export const visitSummary = z.object({
  person: z.object({
    name: z.string(),
    age: z.int().nullable(),
    diagnosedYear: z.int().nullable(),
  }),
  style: z.object({ hourCycle: z.enum(HOUR_CYCLES), dateOrder: z.enum(DATE_ORDERS) }),
  zone: z.string(),
  madeAt: z.string(),
  basis: z.enum(VISIT_BASES),
  days: dayRange,
  daysBefore: dayRange.nullable(),
  lastVisit: z.string().nullable(),
  nextVisit: z.string().nullable(),
  topics: list(z.string()),
  changes: z
    .object({
      symptoms: list(z.object({ name: z.string(), before: average, now: average })),
      compared: z.int(),
      tooFew: z.int(),
    })
    .nullable(),
  medication: medication.optional(),
  diary: diary.optional(),
  severity: z.object({
    forms: z.int(),
    loggedDays: z.int(),
    symptoms: list(symptomFigures),
    parts: list(z.object({ from: z.number(), to: z.number() })),
    lines: list(z.object({ name: z.string(), averages: list(average) })),
  }),
  weeks: list(
    z.object({
      ...dayRange.shape,
      exercise: weekFigure.extend({ sum: z.number().nullable() }),
      sleep: weekFigure,
      mood: weekFigure,
      medication: byKey(MEDICATION_ANSWERS, z.int()),
      bowels: dayCount,
      naps: weekFigure.extend({ on: z.int() }),
      dizzy: dayCount.extend({ often: z.int() }),
    }),
  ).optional(),
  sections: list(
    z.object({
      name: z.enum(SHARE_PARTS),
      title: z.string(),
      blocks: list(plainBlock),
      numbers: list(plainBlock).optional(),
    }),
  ),
  notes: z
    .object({
      count: z.int(),
      shown: list(
        z.object({
          day: z.string(),
          time: z.string(),
          symptom: z.string(),
          text: z.string(),
          isCut: z.boolean(),
        }),
      ),
    })
    .optional(),
  authors: list(z.object({ author: z.string(), entries: z.int() })),
});
