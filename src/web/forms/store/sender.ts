import { failureOf } from '../../entries/send-failure.ts';
import { within } from '../../platform/within.ts';
import { isSameSubmission, isWaiting, type WaitingDraft } from './device.ts';
import { type Entry, isSubmitted } from './form-list.ts';
import { leave, type Parts } from './parts.ts';
import { SaveConflict, saveNewForm } from './save-form.ts';

/** How often waiting forms are sent again (ms). Browsers do not always notice that the network is back. */
const SEND_EVERY_MS = 15_000;
/** The pause before the first attempt (ms). A network is often unstable for some seconds after it has come back. */
const SETTLE_MS = 3000;

/**
 * Sends the forms that wait on the device, one after the other. The first attempt follows some seconds after the number
 * of waiting forms changes or the browser is online again; attempts then repeat every 15 seconds. A refused form,
 * and one whose dialog is open, is sent only if the person asks for it, or before a log-out.
 */
export class Sender {
  readonly #parts: Parts;
  #isStarted = false;
  #waiting = 0;
  #timers: { readonly soon: Timer; readonly again: Timer } | undefined;
  /** The round of sending under way. */
  #round: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.list.subscribe(() => {
      const waiting = parts.list.all('waiting').length;
      if (waiting === this.#waiting) return;
      this.#waiting = waiting;
      this.hurry();
    });
  }

  start(): void {
    this.#isStarted = true;
    this.hurry();
  }

  stop(): void {
    this.#isStarted = false;
    this.#stopTimers();
  }

  /** Restarts the short pause before the next attempt, for example when the browser comes online. */
  hurry(): void {
    this.#stopTimers();
    if (!this.#isStarted || this.#waiting === 0) return;
    const send = () => void this.#sendOnce(false);
    this.#timers = { soon: setTimeout(send, SETTLE_MS), again: setInterval(send, SEND_EVERY_MS) };
  }

  /** Sends now, including refused forms. */
  async sendNow(): Promise<void> {
    const { list } = this.#parts;
    // The round under way may skip refused forms, so another round follows it.
    const isRepeated = this.#round && list.all('refused').length > 0;
    await this.#sendOnce(true);
    if (isRepeated) await this.#sendOnce(true);
  }

  /**
   * Sends the waiting forms before a log-out.
   *
   * @param timeout how long that may take (ms)
   *
   * @returns how many forms exist only on this device afterwards; 0 if the device does not answer
   */
  async sendAllWithin(timeout: number): Promise<number> {
    if ((await this.#countOnDevice()) === 0) return 0;
    await within(this.sendNow(), timeout);
    return await this.#countOnDevice();
  }

  /**
   * Reads the waiting forms from the device again, because another window may have sent or discarded some.
   *
   * @returns the waiting forms, oldest first; undefined if the device does not answer
   */
  async refresh(): Promise<WaitingDraft[] | undefined> {
    const { device, trackerKey, list } = this.#parts;
    const stored = await device.find(trackerKey);
    if (!stored || !this.#isStarted) return undefined;
    const waiting = stored.filter(isWaiting);
    const entries = list.state.entries.flatMap((entry): Entry[] => {
      const { submissionId } = entry.draft;
      const found = waiting.find(({ form }) => form.submissionId === submissionId);
      if (found) return [isTakenOver(entry, found) ? waitingEntry(found) : entry];
      if (!isSubmitted(entry)) return [entry];
      const isShown = submissionId === list.state.shownId;
      return isShown ? [{ ...entry, status: 'open', submission: undefined }] : [];
    });
    const others = waiting.filter(({ form }) => !list.find(form.submissionId)).map(waitingEntry);
    list.set({ entries: [...entries, ...others] });
    return waiting.sort((a, b) => a.submission.enteredAt.localeCompare(b.submission.enteredAt));
  }

  /** Runs a round, or joins the one under way. */
  async #sendOnce(withRefused: boolean): Promise<void> {
    this.#round ??= this.#sendAll(withRefused).finally(() => {
      this.#round = undefined;
      this.#parts.list.set({ isSending: false });
    });
    await this.#round;
  }

  async #sendAll(withRefused: boolean): Promise<void> {
    const { list, device, onSessionLost } = this.#parts;
    list.set({ isSending: true });
    let sendProblem = '';
    for (const waiting of (await this.refresh()) ?? []) {
      const { submissionId } = waiting.form;
      if (!withRefused && list.find(submissionId)?.status === 'refused') continue;
      // Its dialog would close under the finger of a person who is correcting it.
      if (!withRefused && submissionId === list.state.shownId) continue;
      // While earlier forms were being sent, this window or another one may have changed, sent or discarded
      // this form.
      if (!this.#waitsHere(waiting)) continue;
      if (!isSameSubmission(waiting, await device.get(submissionId))) continue;
      if (!this.#waitsHere(waiting)) continue;
      // The page may have ended while the device was read.
      if (!this.#isStarted) return;
      try {
        await this.#send(waiting);
      } catch (error) {
        const { concerns, isRefusal, isAccessLost, problem } = failureOf(error);
        const isRefused = isRefusal || error instanceof SaveConflict;
        if (this.#waitsHere(waiting)) {
          list.update(
            waiting.form,
            isRefused ? { status: 'refused', error: error as Error } : { status: 'waiting' },
          );
        }
        // A form that the server refuses, or cannot save now, does not hold up the others.
        if (isRefused) continue;
        if (concerns === 'entry') {
          sendProblem ||= problem;
          continue;
        }
        if (isAccessLost) onSessionLost();
        list.set({ sendProblem: problem });
        return;
      }
    }
    list.set({ sendProblem });
  }

  async #send(waiting: WaitingDraft): Promise<void> {
    const { device, list, ownerId, onSaved } = this.#parts;
    const { form: draft, submission } = waiting;
    const { submissionId, loggedAt, sent } = draft;
    const newForm = { ...submission, submissionId, ...(loggedAt && { loggedAt }) };
    const form = await saveNewForm(ownerId, newForm, sent);
    // If the form was changed in this or another window while it was being sent, it is kept, because the person will
    // submit it again.
    if (!this.#waitsHere(waiting)) return;
    const isRemoved = await device.removeSubmitted(waiting);
    if (!isRemoved && (await device.get(submissionId)) !== null) return;
    if (this.#waitsHere(waiting)) {
      leave(this.#parts, draft);
      list.remove(draft);
    }
    const saved = { form, sent: draft, submittedAt: submission.enteredAt };
    list.set({ saved: [...list.state.saved, saved] });
    onSaved();
  }

  /** Whether the form still waits in memory with this submission. */
  #waitsHere({ form, submission }: WaitingDraft): boolean {
    const entry = this.#parts.list.find(form.submissionId);
    if (!entry || !isSubmitted(entry)) return false;
    return entry.submission?.enteredAt === submission.enteredAt;
  }

  async #countOnDevice(): Promise<number> {
    const { device, trackerKey } = this.#parts;
    return ((await device.find(trackerKey)) ?? []).filter(isWaiting).length;
  }

  #stopTimers(): void {
    clearTimeout(this.#timers?.soon);
    clearInterval(this.#timers?.again);
    this.#timers = undefined;
  }
}

type Timer = ReturnType<typeof setTimeout>;

/**
 * Whether another window has submitted this form: it is closed in this window, or its submission in this
 * window is older.
 */
function isTakenOver(entry: Entry, { submission }: WaitingDraft): boolean {
  const isOlder = isSubmitted(entry) && entry.submission?.enteredAt !== submission.enteredAt;
  return entry.status === 'closed' || isOlder;
}

function waitingEntry({ form, submission }: WaitingDraft): Entry {
  return { draft: form, status: 'waiting', submission };
}
