import { spreadsheetAnswer } from '../answers/spreadsheet.ts';
import { route } from '../http/route.ts';

export const getSpreadsheet = route(
  'getSpreadsheet',
  async ({ context, session }) => await spreadsheetAnswer(context.db, session.userId),
);
