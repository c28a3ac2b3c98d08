import { route } from '../platform/http/route.ts';
import { deleteDevice } from './queries/push-devices.ts';

/** Succeeds even if the device does not exist any more. */
export const removePushDevice = route('removePushDevice', async ({ context, input, session }) => {
  await deleteDevice(context.db, session.userId, input.deviceId);
  return {};
});
