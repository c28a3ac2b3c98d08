import { ownAccess } from '../identity/authors.ts';
import { route } from '../platform/http/route.ts';
import { findDeletedDiary } from './queries/diary.ts';
import { halfHourAnswer } from './serializer.ts';

export const getDeletedDiary = route('getDeletedDiary', async ({ context, session }) => {
  const { db, clock } = context;
  const halfHours = await findDeletedDiary(db, session.userId, clock());
  return halfHours.map((halfHour) => halfHourAnswer(halfHour, ownAccess(session)));
});
