import { route } from '../platform/http/route.ts';
import { settleLegacy } from './queries/spreadsheets.ts';
import { spreadsheetAnswer } from './serializer.ts';

export const dismissLegacySheet = route('dismissLegacySheet', async ({ context, session }) => {
  await settleLegacy(context.db, session.userId);
  return await spreadsheetAnswer(context.db, session.userId);
});
