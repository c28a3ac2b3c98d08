import { limit } from '../identity/counted.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { OWN_DASHBOARD } from './notification.ts';
import { findNtfy } from './queries/ntfy.ts';
import { targetOf } from './send-ntfy.ts';

/** The page that a press on the test opens. It has the button that sends the test. */
const PATH = `${OWN_DASHBOARD}&tab=settings`;

/** Sends a test by ntfy. It changes nothing: a test counts neither as a failure nor as a success. */
export const sendTestNtfy = route('sendTestNtfy', async ({ context, request, session }) => {
  const { config, db, secrets, ntfy } = context;
  const stored = await findNtfy(db, session.userId);
  if (!stored) throw fail('noNtfy');
  await limit(context, 'pushTests', session.email);
  const result = await ntfy.send(targetOf(secrets, stored), {
    text: 'This is a test',
    click: `${config.publicUrl}${PATH}`,
  });
  if (result.outcome === 'accepted') return {};
  request.log.warn({ fault: result.fault }, 'A test could not be sent by ntfy');
  if (result.outcome === 'forbidden') throw fail('ntfyForbidden');
  throw fail(result.outcome === 'later' ? 'ntfyUnreached' : 'ntfyRefused');
});
