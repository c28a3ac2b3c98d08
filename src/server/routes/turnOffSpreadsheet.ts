import { spreadsheetAnswer } from '../answers/spreadsheet.ts';
import { turnOff } from '../db/spreadsheets.ts';
import { route } from '../http/route.ts';

export const turnOffSpreadsheet = route('turnOffSpreadsheet', async ({ context, session }) => {
  const { db, clock, revocations } = context;
  await turnOff(db, session.userId, {}, clock());
  revocations.wake();
  return await spreadsheetAnswer(db, session.userId);
});
