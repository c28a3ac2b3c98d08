import { route } from '../platform/http/route.ts';
import { turnOff } from './queries/spreadsheets.ts';
import { spreadsheetAnswer } from './serializer.ts';

export const turnOffSpreadsheet = route('turnOffSpreadsheet', async ({ context, session }) => {
  const { db, clock, jobs } = context;
  await turnOff(db, session.userId, {}, clock());
  jobs.wake('revoke');
  return await spreadsheetAnswer(db, session.userId);
});
