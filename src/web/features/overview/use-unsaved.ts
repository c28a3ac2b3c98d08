import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useSetUnsaved } from '../../api/user.ts';

/**
 * While something is unsaved: the session's end does not take the page away, the browser asks before it
 * leaves, and its Back button closes the form.
 */
export function useUnsaved(isUnsaved: boolean, close: () => void): void {
  const setUnsaved = useSetUnsaved();
  useEffect(() => {
    if (!isUnsaved) return;
    setUnsaved(true);
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Chrome asks on the former alone from 119 on.
      event.returnValue = true;
    };
    addEventListener('beforeunload', ask);
    return () => {
      setUnsaved(false);
      removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, setUnsaved]);
  const blocker = useBlocker(isUnsaved);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    close();
  });
}
