import type { Form } from '../../../contract/entities.ts';
import { isAnswer, isStatus } from '../../platform/client.ts';
import { within } from '../../platform/within.ts';
import {
  afterConflict,
  type Draft,
  isSameContent,
  newDraft,
  type Ratings,
  type Submission,
  withBegin,
  withSubmitted,
  withTime,
} from './draft.ts';
import type { Entry, SavedForm } from './form-list.ts';
import { goOnAs, leave, letWait, type Parts } from './parts.ts';
import { SaveConflict, saveEdit, saveNewForm } from './save-form.ts';

/** How long a request waits for a slow disk (ms). */
const STORE_MS = 1000;

/**
 * How long the dialog of a new form waits for the answer (ms). A bad network may never report an error. The form waits
 * on the device afterwards.
 */
const PATIENCE_MS = 5000;

/**
 * How late after the press a form is sent with its time (ms), for example by a page that was frozen meanwhile. One that is
 * sent sooner has the time of the server, whose clock is right.
 */
const LATE_MS = 60_000;

/**
 * Submits the draft in the dialog. A new form is stored as submitted before the request is made, so that the form is
 * sent again if the page is closed while the answer is awaited.
 *
 * @param timeZone where the form is made; without it, the profile's (DECISIONS 28)
 */
export async function submit(parts: Parts, formData: Ratings, timeZone?: string): Promise<void> {
  const { list, writer } = parts;
  const { shown } = list;
  if (!shown || shown.status === 'sending') return;
  const draft = withSubmitted(withBegin(shown.draft), formData);
  const submission = {
    formData,
    enteredAt: new Date().toISOString(),
    ...(timeZone && { timeZone }),
  };
  const isStored = writer.write(draft, draft.edited ? {} : { submission });
  const sending: Entry = { ...shown, draft, status: 'sending', submission, isStored };
  list.update(draft, { ...sending, error: undefined });
  const patience = setTimeout(() => void closeSending(parts, sending), PATIENCE_MS);
  try {
    const isOnDevice = !draft.edited && (await within(isStored, STORE_MS));
    // The person has logged out. The form waits on the device until they sign in again.
    if (isOnDevice && !list.find(draft.submissionId)) return;
    const form = await save(parts, draft, submission, shown.draft.sent);
    finish(parts, { form, sent: draft, submittedAt: submission.enteredAt }, submission);
  } catch (error) {
    await fail(parts, draft, isStored, error as Error);
  } finally {
    clearTimeout(patience);
  }
}

/** When a form is for (ISO instant), where it was made, and the id by which a repeat is found. */
export interface Aside {
  readonly submissionId: string;
  readonly loggedAt: string;
  readonly timeZone: string;
}

/**
 * Submits a form that was filled in outside of the dialog, such as one from paper. It waits on the device until it is
 * sent.
 *
 * @throws if the device does not store the form and the server does not save it
 */
export async function submitAside(
  parts: Parts,
  formData: Ratings,
  { submissionId, loggedAt, timeZone }: Aside,
): Promise<void> {
  const { list, writer, ownerId, onSaved } = parts;
  const changes = Object.values(formData);
  const begun = { ...withBegin(newDraft()), submissionId, changes, loggedAt };
  const draft = withSubmitted(begun, formData);
  const submission = { formData, enteredAt: new Date().toISOString(), timeZone };
  if (await within(writer.write(draft, { submission }), STORE_MS)) {
    list.add({ draft, status: 'waiting', submission });
    return;
  }
  try {
    await saveNewForm(ownerId, { formData, submissionId, timeZone, loggedAt }, []);
  } finally {
    // A slow disk may store the form after all. It must not be sent later, because the person may type it again.
    await within(writer.erase(draft), STORE_MS);
  }
  onSaved();
}

async function save(
  { ownerId }: Parts,
  { edited, submissionId, loggedAt }: Draft,
  { formData, timeZone, enteredAt }: Submission,
  sentBefore: Draft['sent'],
): Promise<Form> {
  if (edited) return await saveEdit(ownerId, edited, formData, loggedAt);
  const isLate = Date.now() - Date.parse(enteredAt) > LATE_MS;
  const times = { ...(isLate && { enteredAt }), ...(loggedAt && { loggedAt }) };
  const form = { formData, submissionId, timeZone, ...times };
  return await saveNewForm(ownerId, form, sentBefore);
}

function finish(parts: Parts, saved: SavedForm, submission: Submission): void {
  const { list, writer, onSaved } = parts;
  const { sent } = saved;
  const entry = list.find(sent.submissionId);
  // True if, while this answer was on its way, another request with the form was refused, and the person opened and
  // changed the form.
  const isChanged =
    entry &&
    !isSameContent(withTime(entry.draft, saved.submittedAt), withTime(sent, saved.submittedAt));
  if (!isChanged) {
    leave(parts, sent);
    list.remove(sent);
    if (sent.edited) void writer.erase(sent);
    // Another window may have changed the form, or submitted it again.
    else void writer.eraseSubmitted(sent, submission);
    // If the entry is gone, the person has logged out, or the sender has already announced this form.
    if (entry) list.set({ saved: [...list.state.saved, saved] });
  }
  onSaved();
}

async function fail(
  parts: Parts,
  draft: Draft,
  isStored: Promise<boolean>,
  error: Error,
): Promise<void> {
  const { list, writer, onSessionLost } = parts;
  const isSending = () => list.find(draft.submissionId)?.status === 'sending';
  if (isStatus(error, 404)) onSessionLost();
  // If the dialog was closed before this error arrived, the form waits. The next attempt to send the form reports the
  // error if it occurs again.
  if (!isSending()) return;
  if (error instanceof SaveConflict) {
    goOnAs(parts, afterConflict(draft, error.form), draft, { error });
    return;
  }
  // A server that cannot save now (503) has not refused the form.
  const mayWait = !draft.edited && (!isAnswer(error) || isStatus(error, 503));
  if (mayWait && (await isStored)) {
    if (isSending()) letWait(parts, draft);
  } else if (isSending()) {
    list.update(draft, { status: 'open', submission: undefined, error });
    void writer.write(draft);
  }
}

/**
 * Closes the dialog while its form is being sent. From then on, a new form waits on the device.
 *
 * @returns false if the dialog must stay open, because its form is an edit or cannot be stored on the device
 */
export async function closeSending(parts: Parts, { draft, isStored }: Entry): Promise<boolean> {
  const { list } = parts;
  if (draft.edited || !(await isStored)) return false;
  // If the form was refused before this point, the dialog stays and shows the error.
  if (list.find(draft.submissionId)?.status === 'sending') letWait(parts, draft);
  return true;
}
