import type { Context } from '../context.ts';
import { takeImportPlace } from '../exchange/import-places.ts';
import type { LegacyRow } from '../exchange/read-legacy.ts';
import { HOLDS_TOO_MUCH, runImport } from '../exchange/run-import.ts';
import { limit } from '../identity/counted.ts';
import { fail } from '../platform/http/fail.ts';
import { answerLongWork } from '../platform/http/long-work.ts';
import { route } from '../platform/http/route.ts';
import { readLegacySheet } from './legacy.ts';
import { faultOf } from './outcomes.ts';
import { settleLegacy } from './queries/spreadsheets.ts';
import { AnswerTooLarge } from './sheets-api.ts';

/**
 * Imports the forms of the former app's sheet, or with `dryRun` only reports what an import would add. Closing the
 * connection cancels the import.
 */
export const importLegacySheet = route(
  'importLegacySheet',
  async (call) => {
    const { context, input, session } = call;
    const { userId, email } = session;
    await limit(context, 'imports', email);
    return await answerLongWork(call, async ({ signal, tell }) => {
      const rows = await read(context, userId, signal);
      const wanted = { userId, source: { format: 'legacy', rows }, dryRun: input.dryRun } as const;
      const answer = await runImport(context, wanted, { signal, onProgress: tell });
      // A sheet that would add nothing is neither offered nor read from Google again.
      if (!input.dryRun || answer.formsAdded === 0) await settleLegacy(context.db, userId);
      if (!input.dryRun) context.jobs.wake('writeSpreadsheet');
      return answer;
    });
  },
  // The request is small, but the sheet may be as large as a large file, so each request needs the permit of a large
  // import.
  { skipCompression: true, admit: async ({ session }) => takeImportPlace(session.userId) },
);

async function read(context: Context, userId: string, signal: AbortSignal): Promise<LegacyRow[]> {
  try {
    return await readLegacySheet(context, userId, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AnswerTooLarge) throw fail('importRefused', { faults: [HOLDS_TOO_MUCH] });
    context.log.warn(faultOf(error), 'The former app’s sheet could not be read');
    throw fail('legacySheetUnread');
  }
}
