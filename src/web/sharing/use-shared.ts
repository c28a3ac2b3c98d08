import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { errors } from '../../contract/errors.ts';
import { isAnswer, isStatus, refusalOf, serverMessage } from '../platform/client.ts';
import {
  downloadShared,
  openShare,
  readShared,
  type Shared,
  type SharedLink,
  takeLink,
} from './shared.ts';

/** What the page of a link shows. */
export type SharedState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly shared: Shared; readonly notice: string }
  /** `refusal` is '' before the first try. */
  | { readonly kind: 'passcode'; readonly refusal: string; readonly isBusy: boolean }
  /** The link does not work: it is missing, has expired, was stopped or is locked. */
  | { readonly kind: 'closed'; readonly message: string }
  /** The server was not reached or failed. Another try may succeed. */
  | { readonly kind: 'failed'; readonly message: string };

const LOADING: SharedState = { kind: 'loading' };
const NO_LINK = 'This page opens with a link. Please open the link that you were given.';
const UNREACHED = 'We couldn’t load the page. Please check your connection, and try again.';
const OLD = 'We can’t reach the server now. This page may be out of date.';

/** Opens a link. Reads its data again when the page becomes visible and after each click on the page. */
export function useShared(first: SharedLink | undefined) {
  const [link, setLink] = useState(first);
  const [state, setState] = useState<SharedState>(LOADING);
  const [isDownloading, setIsDownloading] = useState(false);
  const asked = useRef(0);
  const isOpened = useRef(false);

  const refused = useCallback((error: unknown) => {
    setState((former) => {
      const wrong = refusalOf(error, errors.wrongPasscode);
      if (wrong || refusalOf(error, errors.passcodeNeeded)) {
        return { kind: 'passcode', refusal: wrong, isBusy: false };
      }
      if (isAnswer(error) && [401, 403, 404].includes(error.status)) {
        return { kind: 'closed', message: error.message };
      }
      if (former.kind === 'open') return { ...former, notice: OLD };
      return { kind: 'failed', message: serverMessage(error, UNREACHED) };
    });
  }, []);

  /** Reads the data of the link. A link with a secret is opened once before the first read. */
  const load = useCallback(
    async (passcode?: string) => {
      asked.current += 1;
      const own = asked.current;
      try {
        if (!link) {
          setState({ kind: 'closed', message: NO_LINK });
          return;
        }
        if (link.secret !== undefined && !isOpened.current) {
          await openShare(link, passcode);
          isOpened.current = true;
        }
        const shared = await readShared(link);
        if (own === asked.current) setState({ kind: 'open', shared, notice: '' });
      } catch (error) {
        if (own === asked.current) refused(error);
      }
    },
    [link, refused],
  );

  // The link that was loaded last. In development, React runs effects twice, but a link must be loaded only once.
  const started = useRef<SharedLink | null | undefined>(null);
  useEffect(() => {
    if (started.current === link) return;
    started.current = link;
    isOpened.current = false;
    setState(LOADING);
    void load();
  }, [link, load]);

  const isOpen = state.kind === 'open';
  const again = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void load();
  });
  // A layout effect starts listening before the data is painted, so that no return to the page is missed.
  useLayoutEffect(() => {
    if (!isOpen) return;
    document.addEventListener('visibilitychange', again);
    document.addEventListener('click', again);
    return () => {
      document.removeEventListener('visibilitychange', again);
      document.removeEventListener('click', again);
    };
  }, [isOpen]);

  // Pasting another link into the address bar changes only the fragment, so the browser does not reload the page.
  useEffect(() => {
    const take = () => setLink(takeLink());
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);

  return {
    state,
    isDownloading,
    load: () => {
      setState(LOADING);
      void load();
    },
    enter: (passcode: string) => {
      setState({ kind: 'passcode', refusal: '', isBusy: true });
      void load(passcode);
    },
    download: async () => {
      if (!link) return;
      setIsDownloading(true);
      try {
        await downloadShared(link);
      } catch (error) {
        if (isStatus(error, 401) || isStatus(error, 404)) {
          refused(error);
          return;
        }
        const notice = serverMessage(error, 'Failed to generate PDF');
        setState((former) => (former.kind === 'open' ? { ...former, notice } : former));
      } finally {
        setIsDownloading(false);
      }
    },
  };
}
