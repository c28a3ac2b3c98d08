import './segments.css';
import { Activity, type ReactNode, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';

interface Segment<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly content: ReactNode;
}

/**
 * Large tabs side by side. The content of a tab is mounted on the first visit and then keeps its state. While
 * another tab is selected, it is hidden and its effects are stopped, so it neither fetches nor speaks.
 */
export function Segments<Key extends string>({
  label,
  segments,
  chosen,
  onChoose,
  small = false,
}: {
  readonly label: string;
  readonly segments: readonly Segment<Key>[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
  readonly small?: boolean;
}) {
  const [visited, setVisited] = useState([chosen]);
  if (!visited.includes(chosen)) setVisited([...visited, chosen]);
  return (
    <Tabs
      className="stack"
      selectedKey={chosen}
      onSelectionChange={(key) => onChoose(key as Key)}
      keyboardActivation="manual"
    >
      <TabList aria-label={label} className={small ? 'segments segments-small' : 'segments'}>
        {segments.map((segment) => (
          <Tab key={segment.key} id={segment.key} className="segment">
            {segment.label}
          </Tab>
        ))}
      </TabList>
      {segments
        .filter(({ key }) => visited.includes(key))
        .map(({ key, content }) => (
          <TabPanel
            key={key}
            id={key}
            className="segment-panel"
            shouldForceMount
            hidden={key !== chosen}
          >
            <Activity mode={key === chosen ? 'visible' : 'hidden'}>{content}</Activity>
          </TabPanel>
        ))}
    </Tabs>
  );
}
