import type { Context } from '../context.ts';
import { namedAs } from '../identity/access.ts';
import type { Known } from '../identity/queries/access.ts';
import type { NewJob } from '../platform/jobs/queries/jobs.ts';

/** The letters that tell both sides that a caregiver now helps a person. They go to proven addresses only. */
export function startLetters(
  { outbox }: Context,
  { person, helper, may }: { person: Known; helper: Known; may: 'read' | 'log' },
): NewJob[] {
  const toPerson = { kind: 'caregiverStarted', ...namedAs(helper), may } as const;
  const toHelper = { kind: 'helpStarted', ...namedAs(person), may } as const;
  return [
    outbox.enclose({
      to: person.email,
      letter: toPerson,
      userId: person.userId,
      toProvenOnly: true,
    }),
    outbox.enclose({
      to: helper.email,
      letter: toHelper,
      userId: helper.userId,
      toProvenOnly: true,
    }),
  ];
}
