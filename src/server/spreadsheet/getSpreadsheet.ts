import { route } from '../platform/http/route.ts';
import { spreadsheetAnswer } from './serializer.ts';

export const getSpreadsheet = route(
  'getSpreadsheet',
  async ({ context, session }) => await spreadsheetAnswer(context.db, session.userId),
);
