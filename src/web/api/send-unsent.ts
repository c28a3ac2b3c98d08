import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { Form } from '../../contract/entities.ts';
import { ApiError, isStatus } from './client.ts';
import { dropArrived, findKeptForm, findUnsentForms, isSame, type UnsentForm } from './device.ts';
import { SavedOtherwise, saveNewForm, useFormsChanged } from './forms.ts';
import { SESSION_KEY } from './session.ts';
import { useUnsentChanged, useUnsentForms } from './unsent-forms.ts';

/** How often to try while forms wait: the browser does not always notice that the network is back. */
const TRY_EVERY_MS = 15_000;
/** A network that is just back, or just gone, is given a moment; so is whoever is about to press Submit. */
const SETTLE_MS = 3000;

const NO_NETWORK = 'There is no network yet. We go on trying.';

/** A form that the server does not take, and why: in its own words. */
export interface RefusedForm {
  readonly unsent: UnsentForm;
  readonly problem: string;
  /** What the server has of it. */
  readonly saved?: Form;
}

export interface Arrival {
  readonly form: Form;
  /** As it was sent. */
  readonly sent: UnsentForm;
}

interface Sending {
  /** How many wait, and are tried again by themselves. */
  readonly count: number;
  /** What the server says of them, other than a refusal. */
  readonly problem: string;
  readonly refused: readonly RefusedForm[];
  /** What has arrived and nobody was told of. */
  readonly arrived: readonly Arrival[];
  readonly told: () => void;
  readonly isSending: boolean;
  readonly sendNow: () => Promise<void>;
}

/** What came of sending. */
interface Outcome {
  /** What the server says of what still waits. */
  readonly problem: string;
  readonly refused: readonly RefusedForm[];
  readonly isReached: boolean;
}

/** What is being sent, for the screens that show it; it is sent whatever screen is open. */
export const SendingContext = createContext<Sending | null>(null);

export function useSending(): Sending {
  const sending = useContext(SendingContext);
  if (!sending) throw new Error('Nothing is sent from here');
  return sending;
}

/**
 * Sends what waits, one form after the other, as soon as there is a network: at once, when the browser
 * says that it is back, and now and then. What was refused is tried again when someone asks for it.
 */
export function useSendUnsent(userId: string): Sending {
  const { data: waiting = [] } = useUnsentForms(userId);
  const client = useQueryClient();
  const unsentChanged = useUnsentChanged(userId);
  const formsChanged = useFormsChanged(userId);
  const [problem, setProblem] = useState('');
  const [known, setKnown] = useState<readonly RefusedForm[]>([]);
  const [arrived, setArrived] = useState<readonly Arrival[]>([]);
  const underWay = useRef<Promise<boolean>>(undefined);
  const [isSending, setIsSending] = useState(false);
  const refused = known.filter(({ unsent }) => waiting.some((form) => isSame(form, unsent)));

  async function sendAll(without: readonly RefusedForm[]): Promise<Outcome> {
    const notTaken = [...without];
    let notNow = '';
    for (const unsent of (await findUnsentForms(userId)) ?? []) {
      if (notTaken.some((each) => isSame(each.unsent, unsent))) continue;
      // It may have been opened or given up while the others were sent.
      if (!isSame(unsent, await findKeptForm(unsent.form.submissionId))) continue;
      try {
        const form = await saveUnsent(unsent);
        // Who has changed it meanwhile submits it again.
        if (!(await dropArrived(unsent))) continue;
        // First of all it waits no more: nobody is told that it does once its dialog is gone.
        await unsentChanged();
        setArrived((before) => [...before, { form, sent: unsent }]);
        void formsChanged();
      } catch (error) {
        const refusal = refusalOf(error);
        // The others need not wait for what the server does not take, or cannot take now.
        if (refusal) notTaken.push({ unsent, ...refusal });
        else if (isAnswer(error) && error.status >= 500) notNow = error.message;
        else {
          await heed(error);
          const isReached = isAnswer(error);
          return { problem: isReached ? error.message : '', refused: notTaken, isReached };
        }
      }
    }
    return { problem: notNow, refused: notTaken, isReached: true };
  }

  /** The session has ended, or someone else has signed in. */
  async function heed(error: unknown): Promise<void> {
    if (!isStatus(error, 401) && !isStatus(error, 404)) return;
    await client.invalidateQueries({ queryKey: SESSION_KEY });
  }

  /** @returns whether the server was reached */
  async function send(without: readonly RefusedForm[]): Promise<boolean> {
    setIsSending(true);
    const outcome = await sendAll(without);
    setIsSending(false);
    setProblem(outcome.problem);
    setKnown(outcome.refused);
    await unsentChanged();
    return outcome.isReached;
  }

  /** The same as `send`; where forms are being sent already, it waits for that. */
  async function sendOnce(without: readonly RefusedForm[]): Promise<boolean> {
    underWay.current ??= send(without).finally(() => {
      underWay.current = undefined;
    });
    return await underWay.current;
  }

  const count = waiting.length - refused.length;
  const latest = useRef<() => Promise<boolean>>(undefined);
  latest.current = () => sendOnce(refused);
  useEffect(() => {
    if (count === 0) return;
    const attempt = () => void latest.current?.();
    let soon = setTimeout(attempt, SETTLE_MS);
    const again = setInterval(attempt, TRY_EVERY_MS);
    const hurry = () => {
      clearTimeout(soon);
      soon = setTimeout(attempt, SETTLE_MS);
    };
    addEventListener('online', hurry);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
      removeEventListener('online', hurry);
    };
  }, [count]);

  return {
    count,
    problem,
    refused,
    arrived,
    told: () => setArrived([]),
    isSending,
    async sendNow() {
      if (!(await sendOnce([]))) setProblem(NO_NETWORK);
    },
  };
}

async function saveUnsent({ userId, form, submission }: UnsentForm): Promise<Form> {
  const { submissionId, loggedAt, sent } = form;
  const unsent = { ...submission, submissionId, ...(loggedAt && { loggedAt }) };
  return await saveNewForm(userId, unsent, sent);
}

/** Refusals that say nothing of the form: no session, someone else's session, too slow, too many tries. */
const NOT_OF_THE_FORM = [401, 404, 408, 429];

/** Whether the server answered. What something on the way says instead is no more than no network. */
function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.isOurs;
}

/** Why the server will not take it the next time either, if it says so. */
function refusalOf(error: unknown): Pick<RefusedForm, 'problem' | 'saved'> | undefined {
  if (error instanceof SavedOtherwise) return { problem: error.message, saved: error.form };
  const isRefusal =
    isAnswer(error) && error.status < 500 && !NOT_OF_THE_FORM.includes(error.status);
  return isRefusal ? { problem: error.message } : undefined;
}
