/** For whom something on this device was entered. */
export interface Owned {
  /**
   * The id of the signed-in person, or the key from `trackerKeyOf` if a caregiver enters something for somebody else.
   */
  readonly trackerKey: string;
  /** The person whom it is for; absent for the signed-in person's own entries. */
  readonly ownerId?: string;
  /** What to call that person, also when the caregiver does not help them any more. */
  readonly ownerName?: string;
}

/**
 * The key under which the device stores what a person enters for the owner of a tracker. It separates what a caregiver
 * enters for a person from the caregiver's own entries, and from what that person enters on the same device.
 */
export function trackerKeyOf(userId: string, ownerId: string): string {
  return userId === ownerId ? userId : `${userId} for ${ownerId}`;
}

/** Whether something under this key was entered by the person for somebody else. */
export function isForOther(userId: string, trackerKey: string): boolean {
  return trackerKey.startsWith(trackerKeyOf(userId, ''));
}

/** The owner's fields of a record. */
export function ownedBy(trackerKey: string, ownerId: string, ownerName = ''): Owned {
  if (ownerId === trackerKey) return { trackerKey };
  return { trackerKey, ownerId, ...(ownerName && { ownerName }) };
}
