import { route } from '../platform/http/route.ts';
import { turnOff } from './queries/spreadsheets.ts';
import { spreadsheetAnswer } from './serializer.ts';

export const turnOffSpreadsheet = route('turnOffSpreadsheet', async ({ context, session }) => {
  const { db, clock, revocations } = context;
  await turnOff(db, session.userId, {}, clock());
  revocations.wake();
  return await spreadsheetAnswer(db, session.userId);
});
