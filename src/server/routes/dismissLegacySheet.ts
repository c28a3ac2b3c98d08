import { spreadsheetAnswer } from '../answers/spreadsheet.ts';
import { settleLegacy } from '../db/spreadsheets.ts';
import { route } from '../http/route.ts';

export const dismissLegacySheet = route('dismissLegacySheet', async ({ context, session }) => {
  await settleLegacy(context.db, session.userId);
  return await spreadsheetAnswer(context.db, session.userId);
});
