import { useEffect, useRef, useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import {
  dropOpenForm,
  type FormId,
  findOpenForms,
  keepOpenForm,
  type OpenForm,
  type UnsentForm,
} from '../../api/device.ts';
import { randomUuid } from '../../api/random-uuid.ts';

/**
 * The form that is open, and those that were closed with something entered in them: a new one, and one for
 * each form that was being corrected. They are kept on the device after every change, and are there again
 * after a reload, a crash, a dead battery, or a session that ended.
 */
export function useOpenForm(userId: string) {
  const [open, setOpen] = useState<OpenForm | null>(null);
  const [closed, setClosed] = useState<readonly OpenForm[]>([]);
  const [isKept, setIsKept] = useState(false);

  /** Whether a form was opened before what is kept was found. */
  const isBusy = useRef(false);

  useEffect(() => {
    let isHere = true;
    findOpenForms(userId).then((kept) => {
      if (!isHere) return;
      const wasOpen = isBusy.current ? undefined : kept.find(({ isClosed }) => !isClosed)?.form;
      if (wasOpen) {
        setOpen(wasOpen);
        setIsKept(true);
      }
      setClosed(kept.map(({ form }) => form).filter((form) => form !== wasOpen));
    });
    return () => {
      isHere = false;
    };
  }, [userId]);

  function show(form: OpenForm, wasKept: boolean) {
    isBusy.current = true;
    setIsKept(wasKept);
    forget(form);
    setOpen(form);
  }

  function forget(form: OpenForm) {
    setClosed((all) => all.filter((each) => !isSameForm(each, form)));
  }

  return {
    open,
    closed,
    /** Whether the open form was begun before. */
    isKept,
    /** Opens a form to edit, or a new one. */
    start(edited?: Form) {
      const form = { ...(edited && { edited }), changes: {}, submissionId: randomUuid() };
      // What was closed by a slip is gone on with: it can still be discarded.
      const before = closed.find((each) => isSameForm(each, form));
      show(before ?? form, before !== undefined);
    },
    change(form: OpenForm) {
      setOpen(form);
      keepOpenForm(userId, { form, isClosed: false });
    },
    /** Closes the form; what was entered in it can be had back. */
    close() {
      if (open && isChanged(open)) {
        setClosed((all) => [...all, open]);
        keepOpenForm(userId, { form: open, isClosed: true });
      }
      setOpen(null);
    },
    reopen(form: OpenForm) {
      keepOpenForm(userId, { form, isClosed: false });
      show(form, false);
    },
    /** Opens a form that was submitted and not taken. */
    async correct({ formData, enteredAt, loggedAt = enteredAt, submissionId }: UnsentForm) {
      const form = { changes: formData, loggedAt, submissionId };
      await keepOpenForm(userId, { form, isClosed: false });
      show(form, true);
    },
    /** A form is saved, waits to be sent, or is not wanted any more. */
    finish(form: OpenForm) {
      setOpen((before) => (before && isSameForm(before, form) ? null : before));
      forget(form);
      dropOpenForm(userId, form);
    },
  };
}

/** Whether both are for the same form: the one with the same number, or a new one. */
function isSameForm(one: FormId, other: FormId): boolean {
  return one.edited?.formNumber === other.edited?.formNumber;
}

/** Whether something was entered that would be lost. */
export function isChanged({ changes, loggedAt }: OpenForm): boolean {
  return Object.keys(changes).length > 0 || loggedAt !== undefined;
}
