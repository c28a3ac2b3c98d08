import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OAuthOutcome } from '../../contract/entities.ts';
import {
  type OAuthMode,
  type OAuthPurpose,
  oauthStartPath,
  type ProviderKey,
} from '../../contract/providers.ts';
import { call } from '../platform/client.ts';
import { useProviderNames } from '../platform/config.ts';
import { dropData, givenData } from '../platform/navigation.tsx';
import { randomUuid } from '../platform/random-uuid.ts';

/**
 * An OAuth flow at a provider, in a popup (SPEC section 9, DECISIONS 9). After the provider has redirected the popup
 * back to us, the popup posts the outcome on a channel that only our origin can read.
 */

const CHANNEL = 'oauth-flows';
const WINDOW_NAME = 'oauth-flow';
const SIZE = { width: 500, height: 600 };
const LOOK_EVERY_MS = 500;
/**
 * How long a popup must look closed before its flow counts as cancelled (ms). A shorter time would be wrong, because
 * the outcome that a popup posts just before it closes may arrive late, and because an open popup may look closed.
 */
const CLOSED_AFTER_MS = 8000;

/** The OAuth flow under way in this page. Starting another one cancels it. */
let underWay: { readonly cancel: () => void } | undefined;

/**
 * Runs an OAuth flow at a provider.
 *
 * @param onSuccess called when the flow has succeeded, or may have succeeded
 */
export function useOAuthFlow(
  provider: ProviderKey,
  purpose: OAuthPurpose,
  onSuccess: () => Promise<void>,
) {
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState('');
  const flowId = useRef('');
  const own = useRef<typeof underWay>(undefined);
  const name = useProviderNames()[provider];
  const succeed = useRef(onSuccess);
  succeed.current = onSuccess;

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<OAuthOutcome>) => {
      // Accepts an outcome even after `CLOSED_AFTER_MS`, because a provider's page can make an open popup look closed.
      if (data.id !== flowId.current) return;
      flowId.current = '';
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
    flowId.current = id;
    setWaiting(true);
    let closedAt: number | undefined;
    const looking = setInterval(() => {
      if (!popup.closed) return;
      closedAt ??= performance.now();
      if (performance.now() - closedAt < CLOSED_AFTER_MS) return;
      stopWaiting();
      // The flow may have succeeded on the server although the popup was closed before it could post the outcome, so
      // `onSuccess` runs and fetches the newest state.
      const closed = () =>
        setProblem(`The ${name} window closed before you finished. Please try again.`);
      succeed.current().then(purpose === 'signIn' ? undefined : closed, closed);
    }, LOOK_EVERY_MS);
    function stopWaiting() {
      clearInterval(looking);
      setWaiting(false);
      if (underWay === flow) underWay = undefined;
    }
    const flow = {
      cancel() {
        stopWaiting();
        popup?.close();
      },
    };
    underWay = flow;
    own.current = flow;
  }

  return { start, waiting, problem };
}

/** Starts a sign-in at a provider in this tab, in place of the page. */
export function signInInTab(provider: ProviderKey): void {
  location.assign(placeOf(provider, { id: randomUuid(), purpose: 'signIn', mode: 'page' }));
}

function placeOf(
  provider: ProviderKey,
  flow: { id: string; purpose: OAuthPurpose; mode: OAuthMode },
): string {
  return `${oauthStartPath(provider)}?${new URLSearchParams(flow)}`;
}

/** The features of the popup's window: it is centred on our own window, on whichever screen that is. */
function frame(): string {
  const left = Math.max(0, Math.round(screenX + (outerWidth - SIZE.width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - SIZE.height) / 2));
  return `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`;
}

/**
 * The outcome of an OAuth flow that ran in this tab because popups are blocked; undefined if there was no such flow.
 */
export function useReturn(): OAuthOutcome | undefined {
  const [outcome] = useState(() => givenData() as OAuthOutcome | undefined);
  useEffect(() => {
    if (outcome) dropData();
  }, [outcome]);
  return outcome?.provider ? outcome : undefined;
}

/** The error of a sign-in flow that ran in this tab; '' if there is none. */
export function useReturnProblem(provider: ProviderKey): string {
  const outcome = useReturn();
  return outcome?.provider === provider && outcome.purpose === 'signIn' ? outcome.problem : '';
}

/**
 * The error of an OAuth flow that ran in this tab for the purpose: '' if the flow succeeded, undefined if no such flow
 * ran.
 */
export function useReturnFrom(purpose: Exclude<OAuthPurpose, 'signIn'>): string | undefined {
  const outcome = useReturn();
  return outcome?.purpose === purpose ? outcome.problem : undefined;
}

/**
 * Runs in the popup after the provider's redirect: fetches the outcome of the flow and posts it to the page
 * that opened the popup.
 */
export function useOAuthOutcome() {
  return useMutation({
    mutationFn: async () => {
      const { outcome } = await call('takeOAuthOutcome', {});
      if (outcome) {
        const channel = new BroadcastChannel(CHANNEL);
        channel.postMessage(outcome);
        channel.close();
      }
      return outcome;
    },
  });
}
