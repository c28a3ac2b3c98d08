import { hash, randomUUID } from 'node:crypto';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { parseSubscription } from '../platform/push/subscription.ts';
import { addDevice } from './queries/push-devices.ts';
import { deviceAnswer } from './serializer.ts';

export const addPushDevice = route('addPushDevice', async ({ context, input, session }) => {
  const { config, db, secrets, clock } = context;
  const { endpoint, p256dh, auth, name } = input;
  const subscription = { endpoint, keys: { p256dh, auth } };
  if ('fault' in parseSubscription(subscription, config.pushOrigin)) throw fail('pushRefused');
  const device = await addDevice(db, session.userId, {
    deviceId: randomUUID(),
    tokenHash: session.tokenHash,
    // A plain hash, because the page computes it too and has no key. An endpoint is too long and random to be guessed.
    endpointHash: hash('sha256', endpoint),
    sealed: secrets.seal(JSON.stringify(subscription)),
    name,
    addedAt: clock(),
  });
  if (typeof device === 'string') throw fail(device);
  return deviceAnswer(device, session);
});
