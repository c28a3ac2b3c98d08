import type { Instant } from '../../../domain/zone.ts';
import { lockSession } from '../../identity/queries/sessions.ts';
import type { Database } from '../../platform/db/database.ts';

/** The maximum number of devices of an account. */
const MOST_DEVICES = 20;

/** A browser that gets push messages. */
export interface StoredDevice {
  readonly deviceId: string;
  readonly tokenHash: string;
  /** SHA-256 of the endpoint, in hex. */
  readonly endpointHash: string;
  /** The subscription, encrypted; empty once its push service has ended it. */
  readonly sealed: string;
  readonly name: string;
  readonly addedAt: Instant;
  readonly lastSentAt: Instant | null;
}

/**
 * Adds the browser of a session, or replaces its subscription. A subscription belongs to one device only: a device of
 * another session or account with the same subscription is replaced.
 *
 * @returns 'signedOut' if the session has ended meanwhile
 */
export async function addDevice(
  db: Database,
  userId: string,
  device: Omit<StoredDevice, 'lastSentAt'>,
): Promise<StoredDevice | 'signedOut' | 'tooManyDevices'> {
  const { deviceId, tokenHash, endpointHash, sealed, name, addedAt } = device;
  return await db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, { userId, tokenHash }))) return 'signedOut';
    const own = await findDevices(trx, userId);
    const former = own.find((each) => each.endpointHash === endpointHash);
    // Replace the device of this session and the device with this endpoint: a session has one device, and a browser has
    // one endpoint.
    const replaced = own.filter((each) => each === former || each.tokenHash === tokenHash);
    if (own.length - replaced.length >= MOST_DEVICES) return 'tooManyDevices';
    for (const each of replaced) await deleteDevice(trx, userId, each.deviceId);
    const row = {
      user_id: userId,
      device_id: former?.deviceId ?? deviceId,
      token_hash: tokenHash,
      endpoint_hash: endpointHash,
      sealed,
      name,
      added_at: former?.addedAt ?? addedAt,
      last_sent_at: former?.lastSentAt ?? null,
    };
    await trx
      .insertInto('push_devices')
      .values(row)
      .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(row))
      .execute();
    return {
      ...device,
      deviceId: row.device_id,
      addedAt: row.added_at,
      lastSentAt: row.last_sent_at,
    };
  });
}

/** All devices of an account, in the order in which they were added. */
async function findDevices(db: Database, userId: string): Promise<StoredDevice[]> {
  return await selectDevices(db, userId).orderBy('added_at').orderBy('device_id').execute();
}

/** The devices of an account whose sessions have not expired, including devices whose subscriptions have ended. */
export async function findLiveDevices(
  db: Database,
  userId: string,
  now: Instant,
): Promise<StoredDevice[]> {
  const live = db.selectFrom('sessions').select('token_hash').where('expires_at', '>', now);
  return await selectDevices(db, userId)
    .where('token_hash', 'in', live.where('user_id', '=', userId))
    .orderBy('device_id')
    .execute();
}

/** The devices of an account to which reminders can be sent. */
export async function findReachableDevices(
  db: Database,
  userId: string,
  now: Instant,
): Promise<StoredDevice[]> {
  return (await findLiveDevices(db, userId, now)).filter(({ sealed }) => sealed !== '');
}

export async function deleteDevice(db: Database, userId: string, deviceId: string): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .execute();
}

/** Erases a subscription that the push service has ended, unless the device has got another subscription meanwhile. */
export async function endSubscription(
  db: Database,
  userId: string,
  { deviceId, endpointHash }: Pick<StoredDevice, 'deviceId' | 'endpointHash'>,
): Promise<void> {
  await db
    .updateTable('push_devices')
    .set({ sealed: '' })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('endpoint_hash', '=', endpointHash)
    .execute();
}

/** Records that a push service accepted a reminder for a device. */
export async function setSent(
  db: Database,
  userId: string,
  deviceId: string,
  now: Instant,
): Promise<void> {
  await db
    .updateTable('push_devices')
    .set({ last_sent_at: now })
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .execute();
}

function selectDevices(db: Database, userId: string) {
  return db
    .selectFrom('push_devices')
    .select([
      'device_id as deviceId',
      'token_hash as tokenHash',
      'endpoint_hash as endpointHash',
      'sealed',
      'name',
      'added_at as addedAt',
      'last_sent_at as lastSentAt',
    ])
    .where('user_id', '=', userId);
}
