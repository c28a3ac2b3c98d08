import { limitImports } from '../auth/attempts.ts';
import { runImport } from '../formats/run-import.ts';
import { answerLongWork } from '../http/long-work.ts';
import { route } from '../http/route.ts';
import { admitImport } from './admit-import.ts';

/** Adds a file's forms, or with `dryRun` only tells what it would add. Whoever goes away cancels it. */
export const importData = route(
  'importData',
  async (call) => {
    const { context, input, session } = call;
    const { format, content, dryRun } = input;
    await limitImports(context, session.email);
    const wanted = { userId: session.userId, source: { format, content }, dryRun };
    return await answerLongWork(call, async ({ signal, tell }) => {
      const answer = await runImport(context, wanted, { signal, onProgress: tell });
      context.spreadsheets.wake();
      return answer;
    });
  },
  { isPacked: true, admit: admitImport },
);
