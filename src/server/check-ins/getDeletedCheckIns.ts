import { ownAccess } from '../identity/authors.ts';
import { route } from '../platform/http/route.ts';
import { listWithin } from '../platform/page-length.ts';
import { findDeletedCheckIns } from './queries/check-ins.ts';
import { checkInAnswer } from './serializer.ts';

export const getDeletedCheckIns = route('getDeletedCheckIns', async ({ context, session }) => {
  const { db, clock } = context;
  const checkIns = await findDeletedCheckIns(db, session.userId, clock());
  const { entries } = await listWithin([checkIns], ({ notes }) => notes.length);
  return entries.map((checkIn) => checkInAnswer(checkIn, ownAccess(session)));
});
