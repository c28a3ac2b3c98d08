import type { Device } from './device.ts';
import type { Draft } from './draft.ts';
import type { Entry, FormList } from './form-list.ts';
import type { Locks } from './locks.ts';
import type { Writer } from './writer.ts';

export interface Options {
  /** The key under which the device stores the forms (`trackerKeyOf`). */
  readonly trackerKey: string;
  /** The person whom the entries are for; by default, `trackerKey`. */
  readonly ownerId?: string;
  /** The name of that person; absent for the signed-in person's own entries. */
  readonly ownerName?: string;
  readonly device: Device;
  /** Called after each saved form. */
  readonly onSaved: () => void;
  /** Called when the server reports that the session has ended or belongs to someone else. */
  readonly onSessionLost: () => void;
}

/** The components of the store. */
export interface Parts extends Options {
  readonly ownerId: string;
  readonly list: FormList;
  readonly locks: Locks;
  readonly writer: Writer;
}

/** Removes a draft from the dialog and releases its lock. */
export function leave({ list, locks }: Parts, draft: Draft): void {
  locks.release(draft.submissionId);
  list.hide(draft);
}

/** Closes the dialog of a submitted form, which waits on the device from now on. The screen announces it. */
export function letWait(parts: Parts, draft: Draft): void {
  const { list } = parts;
  const { formData } = list.find(draft.submissionId)?.submission ?? {};
  list.update(draft, { status: 'waiting' });
  leave(parts, draft);
  if (!formData) return;
  const form = { submissionId: draft.submissionId, ratings: formData };
  list.set({ kept: [...list.state.kept, form] });
}

/** Replaces the shown draft with its successor, which may have another id. */
export function goOnAs(
  { list, locks, writer }: Parts,
  draft: Draft,
  former: Draft,
  part: Partial<Entry>,
): void {
  void locks.hold(draft.submissionId);
  if (former.submissionId !== draft.submissionId) locks.release(former.submissionId);
  list.remove(former);
  list.show({ draft, status: 'open', ...part });
  void writer.write(draft, { former: former.submissionId });
}
