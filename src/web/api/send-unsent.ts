import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import type { Form } from '../../contract/entities.ts';
import { ApiError, isStatus, messageOf } from './client.ts';
import { dropArrived, findUnsentForms, type UnsentForm } from './device.ts';
import { SavedOtherwise, saveNewForm, useFormsChanged } from './forms.ts';
import { SESSION_KEY } from './session.ts';
import { useUnsentChanged, useUnsentForms } from './unsent-forms.ts';

/** How often to try while forms wait: the browser does not always notice that the network is back. */
const TRY_EVERY_MS = 15_000;
/** A network that is just back, or just gone, is given a moment; so is whoever is about to press Submit. */
const SETTLE_MS = 3000;

/** A form that the server does not take, and why: in its own words. */
export interface RefusedForm {
  readonly unsent: UnsentForm;
  readonly problem: string;
  /** What the server has of it. */
  readonly saved?: Form;
}

export interface Arrival {
  readonly form: Form;
  readonly submissionId: string;
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
  readonly sendNow: () => Promise<void>;
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
  const isSending = useRef(false);
  const refused = known.filter(({ unsent }) => waiting.some((form) => isSame(form, unsent)));

  async function send(without: readonly RefusedForm[]): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    let stopped = '';
    const notTaken = [...without];
    try {
      for (const unsent of await findUnsentForms(userId)) {
        if (notTaken.some((each) => isSame(each.unsent, unsent))) continue;
        try {
          const form = await saveUnsent(unsent);
          // Who has changed it meanwhile submits it again.
          if (!(await dropArrived(unsent))) continue;
          const { submissionId } = unsent.form;
          setArrived((before) => [...before, { form, submissionId }]);
          await formsChanged();
        } catch (error) {
          // The others need not wait for what the server does not take.
          notTaken.push({ unsent, ...refusalOf(error) });
        }
      }
    } catch (error) {
      // Someone else may have signed in.
      if (isStatus(error, 404)) await client.invalidateQueries({ queryKey: SESSION_KEY });
      // Without a network they go on waiting; what the server says the person should know.
      stopped = messageOf(error, '');
    } finally {
      isSending.current = false;
      setProblem(stopped);
      setKnown(notTaken);
      await unsentChanged();
    }
  }

  const count = waiting.length - refused.length;
  const latest = useRef(() => Promise.resolve());
  latest.current = () => send(refused);
  useEffect(() => {
    if (count === 0) return;
    const attempt = () => void latest.current();
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
    sendNow: () => send([]),
  };
}

function isSame(one: UnsentForm, other: UnsentForm): boolean {
  return (
    one.form.submissionId === other.form.submissionId &&
    one.submission.enteredAt === other.submission.enteredAt
  );
}

async function saveUnsent({ userId, form, submission }: UnsentForm): Promise<Form> {
  const { submissionId, loggedAt, sent } = form;
  const unsent = { ...submission, submissionId, ...(loggedAt && { loggedAt }) };
  return await saveNewForm(userId, unsent, sent);
}

/**
 * Why the server will not take it the next time either.
 *
 * @throws the error itself where it says nothing of that
 */
function refusalOf(error: unknown): Pick<RefusedForm, 'problem' | 'saved'> {
  if (error instanceof SavedOtherwise) return { problem: error.message, saved: error.form };
  if (error instanceof ApiError && error.status === 400) return { problem: error.message };
  throw error;
}
