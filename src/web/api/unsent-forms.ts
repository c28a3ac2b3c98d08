import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Form } from '../../contract/entities.ts';
import { ApiError, messageOf } from './client.ts';
import {
  addUnsentForm,
  dropOpenForm,
  dropUnsentForm,
  findUnsentForms,
  hasUnsentForm,
  type UnsentForm,
} from './device.ts';
import { saveNewForm, useFormsChanged } from './forms.ts';

/** How often to try while forms wait: the browser does not always notice that the network is back. */
const TRY_EVERY_MS = 15_000;
/** A network that is just back, or just gone, is given a moment; so is whoever is about to press Submit. */
const SETTLE_MS = 3000;

const keyOf = (userId: string) => ['unsent forms', userId];

/** The forms that wait for the network on this device. */
export function useUnsentForms(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: () => findUnsentForms(userId),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function useUnsentChanged(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(userId) });
}

/** Lets a form wait on this device, or takes it back. */
export function useWaitForNetwork(userId: string) {
  const { data: waiting = [] } = useUnsentForms(userId);
  const unsentChanged = useUnsentChanged(userId);
  const isWaiting = (submissionId: string) =>
    waiting.some((form) => form.submissionId === submissionId);
  return {
    isWaiting,
    async begin(form: Omit<UnsentForm, 'userId' | 'enteredAt'>) {
      const enteredAt = new Date().toISOString();
      // Where the device does not keep it so, it keeps it as the form that is open.
      if (!(await addUnsentForm({ ...form, userId, enteredAt }))) return;
      await dropOpenForm(userId, {});
      await unsentChanged();
    },
    /** It is corrected, discarded, or saved in another way. */
    async takeBack(submissionId: string) {
      await dropUnsentForm(submissionId);
      await unsentChanged();
    },
  };
}

/** A form that the server does not take, and why: in its own words. */
export interface RefusedForm {
  readonly form: UnsentForm;
  readonly problem: string;
}

/**
 * Sends what waits, one form after the other, as soon as there is a network: at once, when the browser
 * says that it is back, and now and then.
 *
 * @param onSent told of each form that has arrived
 */
export function useSendUnsent(
  userId: string,
  onSent: (form: Form, submissionId: string) => void,
): {
  readonly sendNow: () => Promise<void>;
  readonly problem: string;
  readonly refused: readonly RefusedForm[];
} {
  const { data: waiting = [] } = useUnsentForms(userId);
  const unsentChanged = useUnsentChanged(userId);
  const formsChanged = useFormsChanged(userId);
  const [problem, setProblem] = useState('');
  const [refused, setRefused] = useState<readonly RefusedForm[]>([]);
  const sending = useRef(false);
  const arrived = useRef(onSent);
  arrived.current = onSent;

  async function sendNow(): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    let stopped = '';
    const notTaken: RefusedForm[] = [];
    try {
      for (const form of await findUnsentForms(userId)) {
        const { userId: owner, ...unsent } = form;
        // Someone may take it back to change it, before its answer is here.
        const isWaiting = () => hasUnsentForm(unsent.submissionId);
        if (!(await isWaiting())) continue;
        try {
          const saved = await saveNewForm(owner, unsent, isWaiting);
          if (!(await isWaiting())) continue;
          await dropUnsentForm(unsent.submissionId);
          arrived.current(saved, unsent.submissionId);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          // The others need not wait for what the server does not take.
          notTaken.push({ form, problem: error.message });
        }
      }
    } catch (error) {
      // Without a network they go on waiting; what the server says the person should know.
      stopped = messageOf(error, '');
    } finally {
      sending.current = false;
      setProblem(stopped);
      setRefused(notTaken);
      await unsentChanged();
      await formsChanged();
    }
  }

  const count = waiting.length;
  const send = useRef(sendNow);
  send.current = sendNow;
  useEffect(() => {
    if (count === 0) return;
    const attempt = () => void send.current();
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

  const isStillThere = ({ form }: RefusedForm) =>
    waiting.some(({ submissionId }) => submissionId === form.submissionId);
  return { sendNow, problem, refused: refused.filter(isStillThere) };
}

/** The server has read it, and will not take it the next time either. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 404, 409].includes(error.status);
}
