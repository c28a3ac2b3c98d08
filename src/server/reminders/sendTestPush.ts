import { limit } from '../identity/counted.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { pushMessage } from '../platform/push/message.ts';
import { OWN_DASHBOARD } from './notification.ts';
import { endSubscription, findReachableDevices } from './queries/push-devices.ts';
import { subscriptionOf } from './send-push.ts';

/** How long a push service keeps a test for a phone that is off, in seconds. */
const TTL_SECONDS = 300;

/** The page that a press on the test opens. It has the button that sends the test. */
const PATH = `${OWN_DASHBOARD}&tab=settings`;

export const sendTestPush = route('sendTestPush', async ({ context, request, session }) => {
  const { config, db, secrets, push, clock } = context;
  const { userId, tokenHash } = session;
  const devices = await findReachableDevices(db, userId, clock());
  const device = devices.find((each) => each.tokenHash === tokenHash);
  if (!device) throw fail('noPushDevice');
  await limit(context, 'pushTests', session.email);
  // With `renotify`, a second test makes a sound even if the device still shows the first.
  const shown = { title: 'This is a test', path: PATH, tag: 'test', renotify: true };
  const result = await push.send(
    subscriptionOf(secrets, device),
    pushMessage(shown, config.publicUrl),
    { ttlSeconds: TTL_SECONDS, urgency: 'high' },
  );
  if (result.outcome === 'accepted') return {};
  request.log.warn({ fault: result.fault }, 'A test push message could not be sent');
  if (result.outcome !== 'ended') throw fail('pushFailed');
  await endSubscription(db, userId, device);
  throw fail('noPushDevice');
});
