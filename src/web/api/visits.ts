import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { VisitOutcome } from '../../contract/entities.ts';
import {
  PROVIDERS,
  type ProviderKey,
  type VisitMode,
  type VisitPurpose,
  visitStartPath,
} from '../../contract/providers.ts';
import { call } from './client.ts';
import { randomUuid } from './random-uuid.ts';

/**
 * Visits to a provider's sign-in page, in a window of its own (SPEC section 9, DECISIONS 9). When it is
 * back there, that window tells how it ended through a channel that only our own pages hear.
 */

const CHANNEL = 'provider-visits';
const WINDOW_NAME = 'provider-visit';
const SIZE = { width: 500, height: 600 };
const LOOK_EVERY_MS = 500;
/** A window that is closed may still have sent word; and one that only looks closed may yet. */
const CLOSED_AFTER_MS = 8000;

/** The visit under way in this page; another one that starts ends it. */
let underWay: { readonly cancel: () => void } | undefined;

/**
 * A way to a provider and back.
 *
 * @param onSuccess what to do once the provider has said who was there
 */
export function useProviderVisit(
  provider: ProviderKey,
  purpose: VisitPurpose,
  onSuccess: () => Promise<void>,
) {
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState('');
  const visitId = useRef('');
  const own = useRef<typeof underWay>(undefined);
  const succeed = useRef(onSuccess);
  succeed.current = onSuccess;

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<VisitOutcome>) => {
      // Also after the wait is over: a provider's page can make its window look closed.
      if (data.id !== visitId.current) return;
      visitId.current = '';
      own.current?.cancel();
      setProblem(data.problem);
      if (!data.problem) {
        succeed.current().catch(() => setProblem('Something went wrong. Please try again.'));
      }
    };
    return () => {
      channel.close();
      own.current?.cancel();
    };
  }, []);

  function start() {
    underWay?.cancel();
    setProblem('');
    const id = randomUuid();
    const popup = window.open(
      placeOf(provider, { id, purpose, mode: 'popup' }),
      WINDOW_NAME,
      frame(),
    );
    if (!popup) {
      location.assign(placeOf(provider, { id, purpose, mode: 'page' }));
      return;
    }
    visitId.current = id;
    setWaiting(true);
    let closedAt: number | undefined;
    const looking = setInterval(() => {
      if (!popup.closed) return;
      closedAt ??= performance.now();
      if (performance.now() - closedAt < CLOSED_AFTER_MS) return;
      stopWaiting();
      // It may have been closed on the way back, when everything was done but the telling.
      const closed = () =>
        setProblem(`The ${PROVIDERS[provider]} window was closed before sign-in was complete.`);
      succeed.current().then(purpose === 'signIn' ? undefined : closed, closed);
    }, LOOK_EVERY_MS);
    function stopWaiting() {
      clearInterval(looking);
      setWaiting(false);
      if (underWay === visit) underWay = undefined;
    }
    const visit = {
      cancel() {
        stopWaiting();
        popup?.close();
      },
    };
    underWay = visit;
    own.current = visit;
  }

  return { start, waiting, problem };
}

function placeOf(
  provider: ProviderKey,
  visit: { id: string; purpose: VisitPurpose; mode: VisitMode },
): string {
  return `${visitStartPath(provider)}?${new URLSearchParams(visit)}`;
}

/** In the middle of our own window, whichever screen that is on. */
function frame(): string {
  const left = Math.max(0, Math.round(screenX + (outerWidth - SIZE.width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - SIZE.height) / 2));
  return `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`;
}

/** How a visit ended that took the place of this page, where popups are blocked; undefined without one. */
function useReturn(): VisitOutcome | undefined {
  const location = useLocation();
  const [outcome] = useState(() => (location.state as VisitOutcome | null) ?? undefined);
  useEffect(() => {
    // Told once: a reload, or coming back here later, is no news of it.
    if (outcome) history.replaceState({ ...history.state, usr: null }, '');
  }, [outcome]);
  return outcome?.provider ? outcome : undefined;
}

/** What went wrong with signing in by a visit in place of this page. */
export function useReturnProblem(provider: ProviderKey): string {
  const outcome = useReturn();
  return outcome?.provider === provider && outcome.purpose === 'signIn' ? outcome.problem : '';
}

/** What went wrong with a visit for something in place of this page: '' where nothing did. */
export function useReturnFrom(purpose: Exclude<VisitPurpose, 'signIn'>): string | undefined {
  const outcome = useReturn();
  return outcome?.purpose === purpose ? outcome.problem : undefined;
}

/** In the window that is back from a provider: asks how the visit ended, and passes it on. */
export function useVisitOutcome() {
  return useMutation({
    mutationFn: async () => {
      const { outcome } = await call('takeVisitOutcome', {});
      if (outcome) {
        const channel = new BroadcastChannel(CHANNEL);
        channel.postMessage(outcome);
        channel.close();
      }
      return outcome;
    },
  });
}
