import { limitImports } from '../auth/attempts.ts';
import type { Context } from '../context.ts';
import { settleLegacy } from '../db/spreadsheets.ts';
import { fail } from '../fail.ts';
import type { LegacyRow } from '../formats/read-legacy.ts';
import { HOLDS_TOO_MUCH, runImport } from '../formats/run-import.ts';
import { answerLongWork } from '../http/long-work.ts';
import { route } from '../http/route.ts';
import { readLegacySheet } from '../spreadsheets/legacy.ts';
import { faultOf } from '../spreadsheets/outcomes.ts';
import { AnswerTooLarge } from '../spreadsheets/sheets-api.ts';
import { admitImport } from './admit-import.ts';

/**
 * Adds the forms of the former app's sheet, or with `dryRun` only tells what it would add. Whoever goes away
 * cancels it.
 */
export const importLegacySheet = route(
  'importLegacySheet',
  async (call) => {
    const { context, input, session } = call;
    const { userId, email } = session;
    await limitImports(context, email);
    return await answerLongWork(call, async ({ signal, tell }) => {
      const rows = await read(context, userId, signal);
      const wanted = { userId, source: { format: 'legacy', rows }, dryRun: input.dryRun } as const;
      const answer = await runImport(context, wanted, { signal, onProgress: tell });
      // Where it adds nothing there is nothing to offer, and Google need not be asked again.
      if (!input.dryRun || answer.formsAdded === 0) await settleLegacy(context.db, userId);
      if (!input.dryRun) context.spreadsheets.wake();
      return answer;
    });
  },
  { isPacked: true, admit: admitImport },
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
