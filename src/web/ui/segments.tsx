import './segments.css';
import {
  Activity,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface Segment<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly content: ReactNode;
}

interface SegmentsProps<Key extends string> {
  readonly label: string;
  readonly segments: readonly Segment<Key>[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
}

/**
 * Tabs side by side, and the content of the chosen one below them.
 */
export function Segments<Key extends string>(props: SegmentsProps<Key>) {
  const { tabs, panels } = useSegments(props);
  return (
    <div className="stack">
      {tabs}
      {panels}
    </div>
  );
}

/**
 * Tabs and their panels, for two places of a page. The content of a tab is mounted when the tab is first selected, and then keeps its state.
 * While another tab is selected, the content is hidden and its effects are stopped, so that it neither fetches nor
 * speaks.
 */
export function useSegments<Key extends string>({
  label,
  segments,
  chosen,
  onChoose,
}: SegmentsProps<Key>) {
  const [visited, setVisited] = useState([chosen]);
  if (!visited.includes(chosen)) setVisited([...visited, chosen]);
  const id = useId();
  const chosenTab = useRef<HTMLButtonElement>(null);
  // A link in a panel may choose another tab. The panel is hidden then, and the focus in it would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is chosen
  useLayoutEffect(() => {
    const isHidden = document.activeElement?.closest('[role="tabpanel"][hidden]');
    if (isHidden) chosenTab.current?.focus({ preventScroll: true });
  }, [chosen]);
  const tabs = (
    <div role="tablist" aria-label={label} className="segments" onKeyDown={moveFocus}>
      {segments.map((segment) => (
        <button
          key={segment.key}
          ref={segment.key === chosen ? chosenTab : undefined}
          type="button"
          role="tab"
          id={`${id}-${segment.key}`}
          aria-selected={segment.key === chosen}
          aria-controls={visited.includes(segment.key) ? `${id}-${segment.key}-panel` : undefined}
          tabIndex={segment.key === chosen ? 0 : -1}
          className="segment"
          onClick={({ currentTarget }) => {
            currentTarget.focus({ preventScroll: true });
            onChoose(segment.key);
          }}
        >
          {segment.label}
        </button>
      ))}
    </div>
  );
  const panels = segments
    .filter(({ key }) => visited.includes(key))
    .map(({ key, content }) => (
      <div
        key={key}
        role="tabpanel"
        id={`${id}-${key}-panel`}
        aria-labelledby={`${id}-${key}`}
        className="segment-panel"
        hidden={key !== chosen}
      >
        <Activity mode={key === chosen ? 'visible' : 'hidden'}>{content}</Activity>
      </div>
    ));
  return { tabs, panels };
}

/** A tab list is one stop of the Tab key. Arrow keys, Home and End move the focus within it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // With a modifier key, an arrow is a browser shortcut, for example for Back.
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const to = new Map([
    ['ArrowLeft', at - 1],
    ['ArrowRight', (at + 1) % tabs.length],
    ['Home', 0],
    ['End', -1],
  ]).get(event.key);
  if (to === undefined) return;
  event.preventDefault();
  tabs.at(to)?.focus();
}
