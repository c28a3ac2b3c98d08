import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Button } from './button.tsx';
import { Loading } from './loading.tsx';
import { Message } from './message.tsx';

/** The longest wait for an idle moment before prefetching starts anyway (ms). */
const QUIET_LIMIT_MS = 2000;

/** A component in its own chunk, loaded when it is first shown or prefetched. */
export interface Later<Props> {
  readonly Component: (props: Props) => ReactNode;
  readonly fetch: () => void;
}

/** @param load imports the component; a repeated call needs no network */
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
    // A failure is reported when the component is shown.
    fetch: () => void load().catch(() => {}),
  };
}

class NotLoaded extends Error {}

/**
 * Replaces a component whose chunk could not be loaded, because there is no network or a newer version was
 * deployed. The rest of the page continues to work. Browsers remember a failed import until the page is
 * reloaded.
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
 * Prefetches components that may be shown next, once the page is idle.
 *
 * @returns cancels that when the page is unmounted
 */
export function fetchInQuiet(...parts: readonly Pick<Later<never>, 'fetch'>[]): () => void {
  const fetchAll = () => {
    for (const { fetch } of parts) fetch();
  };
  // Safari lacks `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(fetchAll, QUIET_LIMIT_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(fetchAll, { timeout: QUIET_LIMIT_MS });
  return () => cancelIdleCallback(request);
}
