import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useReducer,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { useIsFromHtml } from './from-html.ts';
import { Loading } from './loading.tsx';
import { Message } from './message.tsx';
import { whenIdle, whenSettled } from './when-idle.ts';

/** A component whose code is in a file of its own. */
export interface Lazy<Props> {
  readonly Component: (props: Props) => ReactNode;
  /** Loads the file when the browser is idle. For what a press may need at any moment, also without a network. */
  readonly fetchWhenIdle: () => void;
  /** Loads the file after the page has settled. For components that the page does not need yet. */
  readonly fetchLater: () => void;
  /**
   * Loads the file, so that the component appears at once when it is shown.
   *
   * @returns a promise that resolves when the loading has ended, even if it failed
   */
  readonly load: () => Promise<void>;
}

/**
 * Puts a component into a file of its own. React's `lazy` would show its fallback for 300 ms, even if the file is
 * loaded already.
 *
 * @param isScreen whether the component is loaded before a page's HTML is made or taken over. The HTML has no others.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = <Loading />,
  { isScreen = false } = {},
): Lazy<Props> {
  const file: File<Props> = {
    loaded: undefined,
    async fetch() {
      file.loaded ??= await load();
    },
  };
  // A failure is ignored here, because the rendered component fetches the file again and shows the failure.
  const loadQuietly = () => file.fetch().catch(() => {});
  function Part(props: Props) {
    const Loaded = file.loaded;
    const isMissing = useFile(file, Loaded !== undefined);
    if (Loaded) return <Loaded {...props} />;
    return isMissing ? <MissingPart /> : waiting;
  }
  // A screen does not ask where it is from, because React would then render the whole page twice.
  function LatePart(props: Props) {
    return useIsFromHtml() ? waiting : <Part {...props} />;
  }
  return {
    fetchWhenIdle: () => whenIdle(loadQuietly),
    fetchLater: () => whenSettled(loadQuietly),
    load: loadQuietly,
    Component: isScreen ? Part : LatePart,
  };
}

interface File<Props> {
  loaded: ComponentType<Props> | undefined;
  readonly fetch: () => Promise<void>;
}

/** Loads a file and renders again once it is loaded. @returns whether it could not be loaded */
function useFile<Props>(file: File<Props>, isShown: boolean): boolean {
  const [, showLoaded] = useReducer((times: number) => times + 1, 0);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    if (isShown) return;
    // A transition is drawn in short tasks, so that a slow phone can react to a finger between them.
    const show = () => startTransition(showLoaded);
    file.fetch().then(show, () => setIsMissing(true));
  }, [file, isShown]);
  return isMissing;
}

/** Offers a reload, because until a reload browsers remember that the file could not be fetched. */
function MissingPart() {
  return (
    <div className="stack">
      <Message kind="danger">
        We couldn’t load this part of the page. Please reload the page.
      </Message>
      <Button onPress={() => window.location.reload()}>Reload</Button>
    </div>
  );
}
