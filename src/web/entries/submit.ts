import type { Form } from '../../contract/entities.ts';
import { ApiError, isStatus } from '../api/client.ts';
import {
  afterConflict,
  type Draft,
  isSameContent,
  type Ratings,
  type Submission,
  withBegin,
  withSubmitted,
} from './draft.ts';
import type { Entry, SavedForm } from './entry-list.ts';
import { goOnAs, leave, type Parts } from './parts.ts';
import { SaveConflict, saveEdit, saveNewForm } from './save-form.ts';

/** Submits the draft in the dialog. */
export async function submit(parts: Parts, formData: Ratings): Promise<void> {
  const { list, writer } = parts;
  const { shown } = list;
  if (!shown || shown.status === 'sending') return;
  const draft = withSubmitted(withBegin(shown.draft), formData);
  const submission = { formData, enteredAt: new Date().toISOString() };
  list.update(draft, { draft, status: 'sending', submission, error: undefined });
  void writer.write(draft);
  try {
    const form = await save(parts, draft, formData, shown.draft.sent);
    finish(parts, { form, sent: draft, submittedAt: submission.enteredAt });
  } catch (error) {
    await fail(parts, draft, submission, error as Error);
  }
}

async function save(
  { userId }: Parts,
  { edited, submissionId, loggedAt }: Draft,
  formData: Ratings,
  sentBefore: Draft['sent'],
): Promise<Form> {
  if (edited) return await saveEdit(userId, edited, formData);
  const form = { formData, submissionId, ...(loggedAt && { loggedAt }) };
  return await saveNewForm(userId, form, sentBefore);
}

function finish(parts: Parts, saved: SavedForm): void {
  const { list, writer, onSaved } = parts;
  const { sent } = saved;
  const entry = list.find(sent.submissionId);
  // The page was left and opened again meanwhile, and something else was entered.
  const isChanged = entry && !isSameContent(entry.draft, sent);
  if (!isChanged) {
    leave(parts, sent);
    list.remove(sent);
    void writer.erase(sent);
    // Without an entry its owner has logged out, or the sender has reported it.
    if (entry) list.set({ saved: [...list.state.saved, saved] });
  }
  onSaved();
}

async function fail(
  parts: Parts,
  draft: Draft,
  submission: Submission,
  error: Error,
): Promise<void> {
  const { list, onSessionLost } = parts;
  const isSending = () => list.find(draft.submissionId)?.status === 'sending';
  if (isStatus(error, 404)) onSessionLost();
  // A form that was closed meanwhile waits, and the next round of sending finds out the same.
  if (!isSending()) return;
  if (error instanceof SaveConflict) {
    goOnAs(parts, afterConflict(draft, error.form), draft, { error });
    return;
  }
  const mayWait = !draft.edited && !(error instanceof ApiError);
  if (mayWait && (await waitForNetwork(parts, draft, submission))) {
    list.update(draft, { error });
  } else if (isSending()) {
    list.update(draft, { status: 'open', submission: undefined, error });
  }
}

/**
 * Closes the dialog while its form is on its way: a new form waits on the device from then on.
 *
 * @returns false if the dialog stays: an edit, or a form that the device does not store, has to be waited for
 */
export async function closeSending(parts: Parts, { draft, submission }: Entry): Promise<boolean> {
  if (draft.edited || !submission) return false;
  if (!(await waitForNetwork(parts, draft, submission))) return false;
  leave(parts, draft);
  return true;
}

/** Lets a form that is being sent wait on the device. @returns false if it does not wait */
async function waitForNetwork(
  { list, writer }: Parts,
  draft: Draft,
  submission: Submission,
): Promise<boolean> {
  const isWritten = await writer.write(draft, { submission });
  const entry = list.find(draft.submissionId);
  if (entry?.status === 'sending' && isWritten) list.update(draft, { status: 'waiting' });
  if (entry?.status === 'waiting' || (entry?.status === 'sending' && isWritten)) return true;
  // It was answered meanwhile. Or only this page remembers it: waiting, it would be lost with the page.
  if (entry) void writer.write(entry.draft);
  else void writer.erase(draft);
  return false;
}
