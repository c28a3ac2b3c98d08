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
  /** The same as it is by now, not as it was when it was last shown. */
  const current = useRef(NONE);
  /** Given up; they can be had back until the next form is begun. */
  const [discarded, setDiscarded] = useKeptState<readonly OpenForm[]>('discarded forms', []);
  const opens = useRef(onOpen);
  opens.current = onOpen;
  /** Until it is known what is kept, nothing is begun: it would be in the way of that. */
  const looking = useRef<Promise<unknown>>(Promise.resolve());
  const isHere = useRef(false);

  function update(change: (before: Forms) => Forms) {
    current.current = change(current.current);
    setForms(current.current);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `update` is the same each time
  useEffect(() => {
    let isWanted = true;
    isHere.current = true;
    const look = async () => {
      const kept = await findFree(userId);
      const open = (isWanted && kept.find(({ isClosed }) => !isClosed)?.form) || null;
      const closed = kept.map(({ form }) => form).filter((form) => form !== open);
      for (const { submissionId } of closed) releaseForm(submissionId);
      if (!isWanted) return;
      if (open) opens.current();
      update(() => ({ ...NONE, open, isKept: open !== null, closed }));
    };
    looking.current = looking.current.then(look);
    return () => {
      isWanted = false;
      isHere.current = false;
      const { open } = current.current;
      current.current = NONE;
      if (open) releaseForm(open.submissionId);
    };
  }, [userId]);

  /** @param former the `submissionId` it had so far, if that was another one */
  async function show(form: OpenForm, isKept: boolean, former = form.submissionId) {
    await holdForm(form.submissionId);
    await keepForm({ userId, form, isClosed: false }, former);
    if (former !== form.submissionId) releaseForm(former);
    if (!isHere.current) return releaseForm(form.submissionId);
    opens.current();
    update(({ closed }) => ({ ...NONE, open: form, isKept, closed: without(closed, form) }));
  }

  /** Opens a closed form as it is by now, unless another window has it. */
  async function reopen(form: OpenForm, isKept: boolean) {
    if (!(await holdForm(form.submissionId))) {
      update((before) => ({ ...before, isElsewhere: true }));
      return;
    }
    const kept = await findKeptForm(form.submissionId);
    // Where the device does not answer, it goes on as this page remembers it.
    if (kept === undefined) return await show(form, isKept);
    if (kept && !kept.submission) return await show(kept.form, isKept);
    releaseForm(form.submissionId);
    update((before) => ({
      ...before,
      closed: without(before.closed, form),
      isElsewhere: true,
    }));
  }

  function leave(form: OpenForm) {
    releaseForm(form.submissionId);
    update((before) => ({
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
      const { open, closed } = current.current;
      // What an earlier visit left open stays before it.
      if (open) return;
      const form = { ...(edited && { edited }), changes: [], submissionId: randomUuid(), sent: [] };
      const before = closed.filter((each) => isForSameForm(each, form)).at(-1);
      if (before) return await reopen(before, true);
      await holdForm(form.submissionId);
      if (current.current.open || !isHere.current) return releaseForm(form.submissionId);
      update((all) => ({ ...NONE, open: form, closed: all.closed }));
    },
    /** Keeps what was entered. */
    async change(form: OpenForm) {
      update((before) => ({ ...before, open: form }));
      await keepForm({ userId, form, isClosed: false });
    },
    /** Goes on with a form as another one: an edit, or one with another id. */
    replace: (former: OpenForm, form: OpenForm, isKept: boolean) =>
      show(form, isKept, former.submissionId),
    /** Closes the form; what was entered in it can be had back. */
    close(form: OpenForm) {
      leave(form);
      if (isUnsaved(form)) {
        keepForm({ userId, form, isClosed: true });
        update((before) => ({ ...before, closed: [...before.closed, form] }));
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
      const { open } = current.current;
      if (open && isSameContent(open, sent)) leave(open);
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
