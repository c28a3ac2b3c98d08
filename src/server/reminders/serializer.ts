import type { PushDevice, ReminderAnswer } from '../../contract/entities.ts';
import type { ReminderSettings } from '../../domain/reminders.ts';
import { isoOf } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import type { Session } from '../identity/queries/sessions.ts';
import { provenAddress } from './proven-address.ts';
import { findNtfy, isEnded } from './queries/ntfy.ts';
import { findLiveDevices, type StoredDevice } from './queries/push-devices.ts';
import { targetOf } from './send-ntfy.ts';

/** The reminders of a session's person for the contract, with the devices that get them. */
export async function remindersAnswer(
  { db, config, secrets, push, clock }: Context,
  session: Session,
  { reminders, ...settings }: ReminderSettings,
): Promise<ReminderAnswer> {
  const devices = await findLiveDevices(db, session.userId, clock());
  const ntfy = await findNtfy(db, session.userId);
  const isPushOn = config.publicUrl.startsWith('https:') || config.pushOrigin !== undefined;
  return {
    ...settings,
    reminders: reminders.map(({ times, channels, ...each }) => {
      return { ...each, times: [...times], channels: [...channels] };
    }),
    devices: devices.map((device) => deviceAnswer(device, session)),
    pushKey: isPushOn ? push.publicKey : null,
    canMail: (await provenAddress(config, db, session.userId)) !== undefined,
    ntfy: ntfy ? { ...targetOf(secrets, ntfy), isEnded: isEnded(ntfy) } : null,
  };
}

/** Serializes a device for the contract. */
export function deviceAnswer(device: StoredDevice, { tokenHash }: Session): PushDevice {
  const { deviceId, name, endpointHash, addedAt, lastSentAt } = device;
  return {
    deviceId,
    name,
    isThis: device.tokenHash === tokenHash,
    endpointHash: device.sealed === '' ? null : endpointHash,
    addedAt: isoOf(addedAt),
    lastSentAt: lastSentAt === null ? null : isoOf(lastSentAt),
  };
}
