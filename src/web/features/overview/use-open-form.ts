import { useEffect, useRef, useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import {
  dropForm,
  findKeptForm,
  findOpenForms,
  type KeptForm,
  keepForm,
  type OpenForm,
} from '../../api/device.ts';
import { holdForm, releaseForm } from '../../api/held-forms.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import { useKeptState } from '../../ui/kept-state.tsx';
import { isSameContent, isUnsaved } from './form-entries.ts';

interface Forms {
  readonly open: OpenForm | null;
  /** Whether the open form was begun before. */
  readonly isKept: boolean;
  /** Closed with something entered in them, and not saved. */
  readonly closed: readonly OpenForm[];
  /** Whether the form that was asked for is open in another window, or was finished there. */
  readonly isElsewhere: boolean;
}

const NONE: Forms = { open: null, isKept: false, closed: [], isElsewhere: false };

/**
 * The form that is open, and those that were closed with something entered in them. They are kept on the
 * device after every change, and are there again after a reload, a crash, a dead battery, or a session that
 * ended. A form that is open in another window stays there.
 *
 * @param onOpen called before a form opens by itself, or from where it was offered
 */
export function useOpenForm(userId: string, onOpen: () => void) {
  const [forms, setForms] = useState(NONE);
  /** Given up; they can be had back until the next form is begun. */
  const [discarded, setDiscarded] = useKeptState<readonly OpenForm[]>('discarded forms', []);
  const opens = useRef(onOpen);
  opens.current = onOpen;
  /** Until it is known what is kept, nothing is begun: it would be in the way of that. */
  const looking = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    let isHere = true;
    looking.current = findFree(userId).then((kept) => {
      if (!isHere) return;
      const open = kept.find(({ isClosed }) => !isClosed)?.form ?? null;
      if (open) opens.current();
      const closed = kept.map(({ form }) => form).filter((form) => form !== open);
      for (const { submissionId } of closed) releaseForm(submissionId);
      setForms({ ...NONE, open, isKept: open !== null, closed });
    });
    return () => {
      isHere = false;
    };
  }, [userId]);

  async function show(form: OpenForm, isKept: boolean) {
    await holdForm(form.submissionId);
    await keepForm({ userId, form, isClosed: false });
    opens.current();
    setForms(({ closed }) => ({ ...NONE, open: form, isKept, closed: without(closed, form) }));
  }

  /** Opens a closed form as it is by now, unless another window has it. */
  async function reopen(form: OpenForm, isKept: boolean) {
    if (!(await holdForm(form.submissionId))) {
      setForms((before) => ({ ...before, isElsewhere: true }));
      return;
    }
    const kept = await findKeptForm(form.submissionId);
    if (kept && !kept.submission) return await show(kept.form, isKept);
    releaseForm(form.submissionId);
    setForms((before) => ({
      ...before,
      closed: without(before.closed, form),
      isElsewhere: true,
    }));
  }

  function leave(form: OpenForm) {
    releaseForm(form.submissionId);
    setForms((before) => ({
      ...before,
      open: before.open?.submissionId === form.submissionId ? null : before.open,
      closed: without(before.closed, form),
    }));
  }

  return {
    ...forms,
    discarded,
    /** Opens a form to edit, or a new one; what was closed by a slip is gone on with. */
    async start(edited?: Form) {
      await looking.current;
      setDiscarded(() => []);
      const form = { ...(edited && { edited }), changes: [], submissionId: randomUuid(), sent: [] };
      const before = forms.closed.filter((each) => isForSameForm(each, form)).at(-1);
      if (before) return await reopen(before, true);
      await holdForm(form.submissionId);
      // What an earlier visit left open stays before it.
      setForms((all) => (all.open ? all : { ...NONE, open: form, closed: all.closed }));
    },
    /** Keeps what was entered. */
    async change(form: OpenForm) {
      setForms((before) => ({ ...before, open: form }));
      await keepForm({ userId, form, isClosed: false });
    },
    /** Goes on with a form as another one: an edit, or one with another id. */
    async replace(former: OpenForm, form: OpenForm, isKept: boolean) {
      if (former.submissionId !== form.submissionId) {
        await dropForm(former.submissionId);
        releaseForm(former.submissionId);
      }
      await show(form, isKept);
    },
    /** Closes the form; what was entered in it can be had back. */
    close(form: OpenForm) {
      leave(form);
      if (isUnsaved(form)) {
        keepForm({ userId, form, isClosed: true });
        setForms((before) => ({ ...before, closed: [...before.closed, form] }));
      } else {
        dropForm(form.submissionId);
      }
    },
    reopen: (form: OpenForm) => reopen(form, false),
    /** Opens a form that was given up after all. */
    async restore(form: OpenForm) {
      setDiscarded((all) => without(all, form));
      await show(form, false);
    },
    /** Gives a form up, until someone wants it back, perhaps as something else. */
    async discard(form: OpenForm, wantedBackAs = form) {
      leave(form);
      setDiscarded((all) => [...all, wantedBackAs]);
      await dropForm(form.submissionId);
    },
    /** A form is saved. */
    finish(form: OpenForm) {
      leave(form);
      dropForm(form.submissionId);
    },
    /** A form that waited was sent. Who has entered something else in it since goes on with that. */
    arrive(sent: OpenForm) {
      setForms((before) => {
        const isDone = before.open !== null && isSameContent(before.open, sent);
        return isDone ? { ...before, open: null } : before;
      });
    },
    /** A form that waits for the network leaves the screen. */
    hide: leave,
  };
}

/** What is kept and not open in another window; held, until it is known which of them stays closed. */
async function findFree(userId: string): Promise<KeptForm[]> {
  const kept = await findOpenForms(userId);
  const free = await Promise.all(kept.map(({ form }) => holdForm(form.submissionId)));
  return kept.filter((_, index) => free[index]);
}

function without(forms: readonly OpenForm[], form: OpenForm): OpenForm[] {
  return forms.filter(({ submissionId }) => submissionId !== form.submissionId);
}

/** Whether both edit the same form, or are both new. */
function isForSameForm(one: OpenForm, other: OpenForm): boolean {
  return one.edited?.formNumber === other.edited?.formNumber;
}
