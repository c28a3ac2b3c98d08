import { importKeyOf } from '../identity/attempts.ts';
import { limit } from '../identity/counted.ts';
import { answerLongWork } from '../platform/http/long-work.ts';
import { route } from '../platform/http/route.ts';
import { admitImport } from './admit-import.ts';
import { runImport } from './run-import.ts';

/**
 * Adds a file's entries; with `dryRun`, only reports what it would add. If the caller disconnects, the import
 * is cancelled.
 */
export const importData = route(
  'importData',
  async (call) => {
    const { context, input, request, session } = call;
    const { format, content, dryRun } = input;
    await limit(context, 'imports', session.email);
    const uploader = importKeyOf(context, request);
    const wanted = { userId: session.userId, source: { format, content }, dryRun, uploader };
    return await answerLongWork(call, async ({ signal, tell }) => {
      const answer = await runImport(context, wanted, { signal, onProgress: tell });
      context.jobs.wake('writeSpreadsheet');
      context.jobs.wake('remind');
      return answer;
    });
  },
  { skipCompression: true, admit: admitImport },
);
