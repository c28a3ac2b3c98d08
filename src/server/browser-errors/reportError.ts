import { limitErrorReports } from '../identity/attempts.ts';
import { route } from '../platform/http/route.ts';

export const reportError = route('reportError', async ({ context, input, request }) => {
  await limitErrorReports(context, request);
  context.errorLog.add(input);
  return {};
});
