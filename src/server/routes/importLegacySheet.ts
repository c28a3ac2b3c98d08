import { limitImports } from '../auth/attempts.ts';
import type { Context } from '../context.ts';
import { settleLegacy } from '../db/spreadsheets.ts';
import { fail } from '../fail.ts';
import type { LegacyRow } from '../formats/read-legacy.ts';
import { runImport } from '../formats/run-import.ts';
import { route } from '../http/route.ts';
import { readLegacySheet } from '../spreadsheets/legacy.ts';
import { faultOf } from '../spreadsheets/outcomes.ts';

/** Adds the forms of the former app's sheet, or with `dryRun` only tells what it would add. */
export const importLegacySheet = route('importLegacySheet', async ({ context, input, session }) => {
  const { userId, email } = session;
  await limitImports(context, email);
  const rows = await read(context, userId);
  const wanted = { userId, source: { format: 'legacy', rows }, dryRun: input.dryRun } as const;
  const { signal } = new AbortController();
  const answer = await runImport(context, wanted, { signal, onProgress: () => {} });
  // Where it adds nothing there is nothing to offer, and Google need not be asked again.
  if (!input.dryRun || answer.formsAdded === 0) await settleLegacy(context.db, userId);
  if (!input.dryRun) context.spreadsheets.wake();
  return answer;
});

async function read(context: Context, userId: string): Promise<LegacyRow[]> {
  try {
    return await readLegacySheet(context, userId);
  } catch (error) {
    context.log.warn(faultOf(error), 'The former app’s sheet could not be read');
    throw fail('legacySheetUnread');
  }
}
