import { ownAccess } from '../identity/authors.ts';
import { route } from '../platform/http/route.ts';
import { findDeletedDoses } from './queries/doses.ts';
import { doseAnswer } from './serializer.ts';

export const getDeletedDoses = route('getDeletedDoses', async ({ context, session }) => {
  const { db, clock } = context;
  const doses = await findDeletedDoses(db, session.userId, clock());
  return doses.map((dose) => doseAnswer(dose, ownAccess(session)));
});
