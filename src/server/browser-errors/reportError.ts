import { byNetwork, limitFailedTry } from '../identity/attempts.ts';
import { route } from '../platform/http/route.ts';

export const reportError = route('reportError', async ({ context, input, request }) => {
  const { errorReports } = context.limits;
  await limitFailedTry(context, byNetwork(context, request, errorReports, 'errors from '));
  context.errorLog.add(input);
  return {};
});
