import type { Context } from '../context.ts';
import type { NewJob } from '../platform/jobs/queries/jobs.ts';
import { namedAs } from './access.ts';
import { type Ending, endAccess, findNames, findSides, type Sides } from './queries/access.ts';

/**
 * Ends an access, with a letter to both sides.
 *
 * @param enderId the account of the side that ends it
 * @returns false if it had already ended
 */
export async function endAccessOf(
  context: Context,
  sides: Sides,
  enderId: string,
): Promise<boolean> {
  const { db, jobs, clock } = context;
  const isEnded = await endAccess(db, await endingOf(context, sides, enderId), clock());
  if (isEnded) jobs.wake('mail');
  return isEnded;
}

/** For each access that an account gives or has: its two sides and the letters that report its end. */
export async function endingsOf(context: Context, userId: string): Promise<Ending[]> {
  const sides = await findSides(context.db, userId);
  return await Promise.all(sides.map((each) => endingOf(context, each, userId)));
}

async function endingOf({ db, outbox }: Context, sides: Sides, enderId: string): Promise<Ending> {
  const names = await findNames(db, [sides.userId, sides.helperId]);
  const [person, helper] = [names.get(sides.userId), names.get(sides.helperId)];
  const letters: NewJob[] = [];
  if (person && helper) {
    const { userId, helperId } = sides;
    const toPerson = { kind: 'caregiverEnded', ...namedAs(helper) } as const;
    const toHelper = { kind: 'helpEnded', ...namedAs(person) } as const;
    letters.push(
      outbox.enclose({ to: person.email, letter: toPerson, userId, toProvenOnly: true }),
      outbox.enclose({ to: helper.email, letter: toHelper, userId: helperId, toProvenOnly: true }),
    );
  }
  return { ...sides, enderId, helperEmail: helper?.email, letters };
}
