import { route } from '../platform/http/route.ts';
import { findDoses } from './queries/doses.ts';
import { doseAnswer } from './serializer.ts';

export const getDoses = route('getDoses', async ({ context, input, access }) => {
  const { from, to, limit } = input;
  const doses = await findDoses(context.db, access.userId, {
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    limit,
  });
  return doses.map((dose) => doseAnswer(dose, access));
});
