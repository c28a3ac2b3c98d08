import { useEffect, useRef, useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { dropForm, findOpenForms, keepForm, type OpenForm } from '../../api/device.ts';
import { randomUuid } from '../../api/random-uuid.ts';

interface Forms {
  readonly open: OpenForm | null;
  /** Whether the open form was begun before. */
  readonly isKept: boolean;
  /** Closed with something entered in them, and not saved. */
  readonly closed: readonly OpenForm[];
  /** The last one that was given up; it can still be had back. */
  readonly discarded: OpenForm | null;
}

/**
 * The form that is open, and those that were closed with something entered in them. They are kept on the
 * device after every change, and are there again after a reload, a crash, a dead battery, or a session that
 * ended.
 *
 * @param onOpen called before a form opens by itself, or from where it was offered
 */
export function useOpenForm(userId: string, onOpen: () => void) {
  const [forms, setForms] = useState<Forms>({
    open: null,
    isKept: false,
    closed: [],
    discarded: null,
  });
  const opens = useRef(onOpen);
  opens.current = onOpen;
  /** Until it is known what is kept, nothing is begun: it would be in the way of that. */
  const looking = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    let isHere = true;
    looking.current = findOpenForms(userId).then((kept) => {
      if (!isHere) return;
      const open = kept.find(({ isClosed }) => !isClosed)?.form ?? null;
      if (open) opens.current();
      const closed = kept.map(({ form }) => form).filter((form) => form !== open);
      setForms({ open, isKept: open !== null, closed, discarded: null });
    });
    return () => {
      isHere = false;
    };
  }, [userId]);

  async function show(form: OpenForm, isKept: boolean) {
    opens.current();
    setForms(({ closed }) => ({
      open: form,
      isKept,
      closed: without(closed, form),
      discarded: null,
    }));
    await keepForm({ userId, form, isClosed: false });
  }

  return {
    ...forms,
    /** Opens a form to edit, or a new one; what was closed by a slip is gone on with. */
    async start(edited?: Form) {
      await looking.current;
      const submissionId = randomUuid();
      const fresh = { ...(edited && { edited }), changes: [], submissionId, sent: [] };
      setForms(({ open, isKept, closed }) => {
        // What an earlier visit left open.
        if (open) return { open, isKept, closed, discarded: null };
        const before = closed.findLast((each) => isForSameForm(each, fresh));
        return {
          open: before ?? fresh,
          isKept: before !== undefined,
          closed: before ? without(closed, before) : closed,
          discarded: null,
        };
      });
    },
    /** Keeps what was entered. */
    async change(form: OpenForm) {
      setForms((before) => ({ ...before, open: form }));
      await keepForm({ userId, form, isClosed: false });
    },
    /** Closes the form; what was entered in it can be had back. */
    close(form: OpenForm) {
      const isLost = isUnsaved(form);
      if (isLost) keepForm({ userId, form, isClosed: true });
      else dropForm(form.submissionId);
      setForms((before) => ({
        ...before,
        open: null,
        closed: isLost ? [...before.closed, form] : before.closed,
      }));
    },
    reopen: (form: OpenForm) => show(form, false),
    /** Opens a form that waited, and was not taken as it is. */
    correct: (form: OpenForm) => show(form, true),
    /** Gives a form up, until someone wants it back. */
    discard(form: OpenForm) {
      dropForm(form.submissionId);
      setForms((before) => ({ ...leave(before, form), discarded: form }));
    },
    /** A form is saved. */
    finish(form: Pick<OpenForm, 'submissionId'>) {
      dropForm(form.submissionId);
      setForms((before) => leave(before, form));
    },
    /** A form that waits for the network leaves the screen. */
    hide: (form: OpenForm) => setForms((before) => leave(before, form)),
  };
}

function leave(forms: Forms, form: Pick<OpenForm, 'submissionId'>): Forms {
  const isOpen = forms.open?.submissionId === form.submissionId;
  return {
    ...forms,
    open: isOpen ? null : forms.open,
    closed: without(forms.closed, form),
  };
}

function without(forms: readonly OpenForm[], form: Pick<OpenForm, 'submissionId'>): OpenForm[] {
  return forms.filter(({ submissionId }) => submissionId !== form.submissionId);
}

/** Whether both edit the same form, or are both new. */
function isForSameForm(one: OpenForm, other: OpenForm): boolean {
  return one.edited?.formNumber === other.edited?.formNumber;
}

/** Whether something was entered or submitted that would be lost. */
export function isUnsaved({ changes, loggedAt, sent }: OpenForm): boolean {
  return changes.length > 0 || loggedAt !== undefined || sent.length > 0;
}
