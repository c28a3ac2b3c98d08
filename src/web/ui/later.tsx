import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Loading } from './loading.tsx';

/** After so long what is asked for in quiet moments comes in any case: milliseconds. */
const QUIET_LIMIT_MS = 2000;

/** A component whose code is in a file of its own, and comes when it is first shown or fetched ahead. */
export interface Later<Props> {
  readonly Component: (props: Props) => ReactNode;
  readonly fetch: () => void;
}

/** @param load what gives the component; asked again, it gives the same without the network */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <Loading />,
): Later<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return {
    Component: (props) => (
      <Suspense fallback={waiting}>
        <Loaded {...props} />
      </Suspense>
    ),
    // What does not come now is asked for once more when it is shown.
    fetch: () => void load().catch(() => {}),
  };
}

/**
 * Fetches what may be shown next once the page has nothing else to do.
 *
 * @returns forgets it, as the page goes
 */
export function fetchInQuiet(...parts: readonly Pick<Later<never>, 'fetch'>[]): () => void {
  const fetchAll = () => {
    for (const { fetch } of parts) fetch();
  };
  // Safari has no quiet moments to tell of.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchAll, QUIET_LIMIT_MS);
    return () => clearTimeout(timer);
  }
  const wish = requestIdleCallback(fetchAll, { timeout: QUIET_LIMIT_MS });
  return () => cancelIdleCallback(wish);
}
