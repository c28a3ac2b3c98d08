import type { Context } from '../context.ts';
import type { NewJob } from '../platform/jobs/queries/jobs.ts';
import { nameOr } from './access.ts';
import { endAccess, findNames, findSides, type Sides } from './queries/access.ts';

/**
 * Ends an access, with a letter to both sides.
 *
 * @returns false if it has ended before
 */
export async function endAccessOf(
  { db, outbox, jobs, clock }: Context,
  sides: Sides,
): Promise<boolean> {
  const names = await findNames(db, [sides.userId, sides.helperId]);
  const [person, helper] = [names.get(sides.userId), names.get(sides.helperId)];
  const letters: NewJob[] = [];
  if (person && helper) {
    const { userId, helperId } = sides;
    const toPerson = { kind: 'caregiverEnded', name: nameOr(helper.email, helper) } as const;
    const toHelper = { kind: 'helpEnded', name: nameOr(person.email, person) } as const;
    letters.push(
      outbox.enclose({ to: person.email, letter: toPerson, userId }),
      outbox.enclose({ to: helper.email, letter: toHelper, userId: helperId }),
    );
  }
  const isEnded = await endAccess(db, sides, { helperEmail: helper?.email, letters, now: clock() });
  if (isEnded) jobs.wake('mail');
  return isEnded;
}

/** Ends all accesses that an account gives or has, before it is deleted. */
export async function endAllAccess(context: Context, userId: string): Promise<void> {
  for (const sides of await findSides(context.db, userId)) await endAccessOf(context, sides);
}
