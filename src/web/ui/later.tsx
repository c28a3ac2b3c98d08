import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Button } from './button.tsx';
import { Loading } from './loading.tsx';
import { Message } from './message.tsx';

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
  const Loaded = lazy(async () => {
    const loaded = await load().catch((cause: unknown) => {
      throw new NotLoaded('A part of the app did not come', { cause });
    });
    return { default: loaded };
  });
  return {
    Component: (props) => (
      <MissingPart>
        <Suspense fallback={waiting}>
          <Loaded {...props} />
        </Suspense>
      </MissingPart>
    ),
    // What does not come is told where it is shown.
    fetch: () => void load().catch(() => {}),
  };
}

class NotLoaded extends Error {}

/**
 * In place of a part whose file did not come: without a network, or since a newer version took its place. The
 * rest of the page goes on. Browsers remember that a file did not come until the page is loaded anew.
 */
class MissingPart extends Component<
  { readonly children: ReactNode },
  { readonly isMissing: boolean }
> {
  override state = { isMissing: false };

  static getDerivedStateFromError(error: unknown) {
    if (!(error instanceof NotLoaded)) throw error;
    return { isMissing: true };
  }

  override render() {
    if (!this.state.isMissing) return this.props.children;
    return (
      <div className="stack">
        <Message kind="danger">This part could not be loaded. Please reload the page.</Message>
        <Button onPress={() => window.location.reload()}>Reload</Button>
      </div>
    );
  }
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
