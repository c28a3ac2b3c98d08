import type { KindName } from '../../domain/unsent.ts';

/** What a person can begin and not save. */
export type UnsavedKind = KindName | 'symptoms' | 'medications' | 'facts' | 'invitations' | 'links';

/** Something that was begun on this device and not saved. A log-out deletes it. */
export interface Unsaved {
  readonly kind: UnsavedKind;
  /** The tracker that it is for (`trackerKeyOf`). */
  readonly trackerKey: string;
  /** Unique among the unsaved things of its kind and tracker. */
  readonly id: string;
  /** Whether it changes something that is saved. */
  readonly isChange: boolean;
  /** What to call the person whom a caregiver entered it for; undefined if the device has not stored it. */
  readonly ownerName?: string | undefined;
}
