import { runImport } from '../formats/run-import.ts';
import { route } from '../http/route.ts';

export const importData = route('importData', async ({ context, input, session }) => {
  const { format, content, dryRun } = input;
  const request = { userId: session.userId, source: { format, content }, dryRun };
  // Nobody is told of progress, and nobody cancels, until answers come in parts.
  return await runImport(context, request, {
    onProgress: () => {},
    signal: new AbortController().signal,
  });
});
