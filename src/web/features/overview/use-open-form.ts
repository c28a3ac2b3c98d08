import { useEffect, useRef, useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { dropOpenForm, findOpenForm, keepOpenForm, type OpenForm } from '../../api/device.ts';
import { randomUuid } from '../../api/random-uuid.ts';

/**
 * The form that is open, or was closed with something entered in it. It is kept on the device after every
 * change, and is there again after a reload, a crash, a dead battery, or a session that ended.
 */
export function useOpenForm(userId: string) {
  const [open, setOpen] = useState<OpenForm | null>(null);
  const [closed, setClosed] = useState<OpenForm | null>(null);
  const [isKept, setIsKept] = useState(false);

  /** Whether a form was opened before what is kept was found. */
  const isBusy = useRef(false);

  useEffect(() => {
    let isHere = true;
    findOpenForm(userId).then((kept) => {
      if (!isHere || !kept || isBusy.current) return;
      if (kept.isClosed) setClosed(kept.form);
      else setOpen(kept.form);
      setIsKept(!kept.isClosed);
    });
    return () => {
      isHere = false;
    };
  }, [userId]);

  function show(form: OpenForm, wasKept = false) {
    isBusy.current = true;
    setIsKept(wasKept);
    setClosed(null);
    setOpen(form);
  }

  return {
    open,
    closed,
    /** Whether the open form comes from an earlier visit. */
    isKept,
    /** Opens a form to edit, or a new one. */
    start(edited?: Form) {
      // A new form that was closed by a slip is gone on with: it can still be discarded.
      if (!edited && closed && !closed.edited) show(closed, true);
      else show({ ...(edited && { edited }), changes: {}, submissionId: randomUuid() });
    },
    change(form: OpenForm) {
      setOpen(form);
      keepOpenForm(userId, { form, isClosed: false });
    },
    /** Closes the form; what was entered in it can be had back. */
    close() {
      if (open && isChanged(open)) {
        setClosed(open);
        keepOpenForm(userId, { form: open, isClosed: true });
      }
      setOpen(null);
    },
    reopen() {
      if (!closed) return;
      keepOpenForm(userId, { form: closed, isClosed: false });
      show(closed);
    },
    /** The form is saved, waits to be sent, or is not wanted any more. */
    finish() {
      setOpen(null);
      setClosed(null);
      dropOpenForm(userId);
    },
  };
}

/** Whether something was entered that would be lost. */
export function isChanged({ changes, loggedAt }: OpenForm): boolean {
  return Object.keys(changes).length > 0 || loggedAt !== undefined;
}
