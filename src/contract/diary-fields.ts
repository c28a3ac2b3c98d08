import { z } from 'zod';
import { DIARY_STATES } from '../domain/diary.ts';
import { EARLIEST_BIRTHDAY } from '../domain/person.ts';
import { instant, object, rule, version } from './fields.ts';

/** The input fields of the motor diary. Their rules are as in `fields.ts`. */

export const diaryState = z.enum(
  DIARY_STATES,
  rule(`must be ${DIARY_STATES.slice(0, -1).join(', ')} or ${DIARY_STATES.at(-1)}`),
);

/**
 * When a half-hour begins. Whether one begins at this instant depends on the person's zone, so the call checks that
 * (`isSlot`).
 */
export const slot = instant.refine(
  // True also for text that is not an instant, because `instant` reports that fault.
  (text) => !(Date.parse(text) < Date.parse(EARLIEST_BIRTHDAY)),
  `must be an instant from ${EARLIEST_BIRTHDAY} on`,
);

/** The half-hours of two days, one of which has 25 hours. */
const MAX_SLOTS = 98;
const slotsRule = `must be a list of 1 to ${MAX_SLOTS} half-hours`;

export const diarySlots = z
  .array(slot, rule(slotsRule))
  .min(1, slotsRule)
  .max(MAX_SLOTS, slotsRule);

export const diaryEntries = z
  .array(
    object({
      slot: slot.meta({ description: 'When the half-hour begins.' }),
      state: diaryState,
      enteredAt: instant,
      version: version.optional().meta({
        description:
          'The version on which an edit is based. With it, the state replaces the stored one.',
      }),
    }),
    rule(slotsRule),
  )
  .min(1, slotsRule)
  .max(MAX_SLOTS, slotsRule)
  .refine(
    (entries) => new Set(entries.map(({ slot: at }) => Date.parse(at))).size === entries.length,
    'must name each half-hour once',
  );
