import { route } from '../platform/http/route.ts';
import { deleteDevice } from './queries/push-devices.ts';

/** A device that is gone already was removed too. */
export const removePushDevice = route('removePushDevice', async ({ context, input, session }) => {
  await deleteDevice(context.db, session.userId, input.deviceId);
  return {};
});
