import {
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { screenPath, TRACKER } from '../../contract/page-data.ts';
import { PageStartContext } from '../ui/page-start.ts';

/**
 * The address of the page, and the ways to change it. No package is used for this, because the app has few screens, and
 * a package would make up a fifth of the script of the sign-in screen.
 */

/** What we store with an entry of the browser's history. */
interface Stored {
  /** The position of the entry, which distinguishes a step back from a step forward. */
  readonly position: number;
  /** Data for the screen at that address. */
  readonly data?: unknown;
}

const listeners = new Set<() => void>();
/**
 * A function for each open dialog, the top one last. A step in the history calls the last function instead of
 * navigating.
 */
const blockers = new Set<() => void>();
let position = 0;
/** The data that `navigate` passed to the page that is shown. */
let given: unknown;
/** Whether the person came to the address with a step in the browser's history. */
let isAfterStep = false;
/** Whether `goBack` was called and the step has not arrived yet. */
let isGoingBack = false;

function stored(): Stored {
  // A build that renders a screen has no history.
  return globalThis.history?.state ?? { position: 0 };
}

function moved(): void {
  position = stored().position;
  for (const listener of listeners) listener();
}

function stepped(): void {
  isGoingBack = false;
  const steps = stored().position - position;
  const block = [...blockers].at(-1);
  if (steps === 0 || !block) {
    isAfterStep = steps !== 0;
    given = undefined;
    moved();
    return;
  }
  history.go(-steps);
  block();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    position = stored().position;
    addEventListener('popstate', stepped);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    given = undefined;
    removeEventListener('popstate', stepped);
  };
}

function addressNow(): string {
  return `${location.pathname}${location.search}`;
}

/** The path and the parameters of the page's address. */
export function useAddress(): { readonly path: string; readonly parameters: URLSearchParams } {
  const start = useContext(PageStartContext);
  const first = () => start?.address ?? addressNow();
  const [path = '', search] = useSyncExternalStore(subscribe, addressNow, first).split('?');
  return { path: screenPath(path), parameters: new URLSearchParams(search) };
}

interface Move {
  /** Replaces the present entry of the history. */
  readonly replace?: boolean;
  readonly data?: unknown;
}

export function navigate(to: string, { replace = false, data }: Move = {}): void {
  const next: Stored = { position: stored().position + (replace ? 0 : 1), data };
  const address = withTracker(
    to,
    screenPath(location.pathname),
    new URLSearchParams(location.search),
  );
  if (replace) history.replaceState(next, '', address);
  else history.pushState(next, '', address);
  given = data;
  isAfterStep = false;
  moved();
}

/** An address on the path of the page keeps the parameter that says whose tracker is shown, unless it names one. */
function withTracker(to: string, pagePath: string, parameters: URLSearchParams): string {
  const [path, search] = to.split('?');
  const tracker = parameters.get(TRACKER);
  if (tracker === null || path !== pagePath) return to;
  if (new URLSearchParams(search).has(TRACKER)) return to;
  return `${to}${search === undefined ? '?' : '&'}${TRACKER}=${encodeURIComponent(tracker)}`;
}

/** Sets a parameter of the address, or removes it, in the present entry of the history. The data of the page stays. */
export function setParameter(name: string, value: string | undefined): void {
  const parameters = new URLSearchParams(location.search);
  if (value === undefined) parameters.delete(name);
  else parameters.set(name, value);
  const search = String(parameters);
  history.replaceState(history.state, '', `${location.pathname}${search && `?${search}`}`);
  moved();
}

/**
 * Does once what a parameter of the address asks for, and takes it out of the address. If the person has gone on before
 * the effect runs, nothing is done, and they stay there.
 *
 * @param act with the value of the parameter
 * @param isReady whether it can be done now
 *
 * @returns whether the address has the parameter
 */
export function useAsked(name: string, act: (value: string) => void, isReady = true): boolean {
  const isAsked = useAddress().parameters.has(name);
  const take = useEffectEvent(() => {
    const value = new URLSearchParams(location.search).get(name);
    if (value === null) return;
    setParameter(name, undefined);
    act(value);
  });
  useEffect(() => {
    if (isAsked && isReady) take();
  }, [isAsked, isReady]);
  return isAsked;
}

/**
 * Scrolls to the top when a screen shows another of its pages. After a step in the browser's history, the browser
 * restores the position.
 *
 * @param name of the page
 */
export function useTopOfPage(name: string): void {
  const shown = useRef(name);
  useLayoutEffect(() => {
    if (shown.current !== name && !isAfterStep) window.scrollTo(0, 0);
    shown.current = name;
  }, [name]);
}

/** Goes one step back in the history. A second call before the step has arrived is ignored: it may be a slip. */
export function goBack(): void {
  if (isGoingBack) return;
  isGoingBack = true;
  history.back();
}

/** Whether a step back would leave the app. */
export function isFirstEntry(): boolean {
  return stored().position === 0;
}

/** The data that `navigate` passed to the page. */
export function givenData(): unknown {
  return given ?? stored().data;
}

/**
 * Deletes the page's data from the browser's history, so that a reload or a later step back does not use the data
 * again. Until the page is left, `givenData` still returns the data to parts of the page that load late.
 */
export function dropData(): void {
  history.replaceState({ position: stored().position } satisfies Stored, '');
}

/** Goes to another screen in place of this one. */
export function Redirect({ to, data }: { readonly to: string; readonly data?: unknown }) {
  useEffect(() => navigate(to, { replace: true, data }), [to, data]);
  return null;
}

export function Link({
  to,
  replace = false,
  data,
  className,
  onClick,
  children,
}: {
  readonly to: string;
  readonly replace?: boolean;
  /** Data for the screen at that address. */
  readonly data?: unknown;
  readonly className: string;
  readonly onClick?: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const { path, parameters } = useAddress();
  return (
    <a
      className={className}
      href={withTracker(to, path, parameters)}
      onClick={(event) => {
        onClick?.();
        // With another mouse button or a modifier key, the browser opens the link in another tab or window.
        const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
        if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
        event.preventDefault();
        navigate(to, { replace, data });
      }}
    >
      {children}
    </a>
  );
}

/**
 * While the caller is mounted, a step in the browser's history calls `onStep`, and the page stays. If several callers
 * are mounted, only the last one's `onStep` is called. Without `onStep`, no step is blocked.
 */
export function useBlockedSteps(onStep: (() => void) | undefined): void {
  const block = useEffectEvent(() => onStep?.());
  const isBlocking = onStep !== undefined;
  useEffect(() => {
    if (!isBlocking) return;
    // On the app's first entry a step back would leave the app without asking.
    if (isFirstEntry()) navigate(addressNow(), { data: stored().data });
    const blocker = () => block();
    blockers.add(blocker);
    return () => void blockers.delete(blocker);
  }, [isBlocking]);
}
