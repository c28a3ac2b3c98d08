import { ownAccess } from '../identity/authors.ts';
import { route } from '../platform/http/route.ts';
import { findDeletedCheckIns } from './queries/check-ins.ts';
import { checkInAnswer } from './serializer.ts';

export const getDeletedCheckIns = route('getDeletedCheckIns', async ({ context, session }) => {
  const { db, clock } = context;
  const checkIns = await findDeletedCheckIns(db, session.userId, clock());
  return checkIns.map((checkIn) => checkInAnswer(checkIn, ownAccess(session)));
});
