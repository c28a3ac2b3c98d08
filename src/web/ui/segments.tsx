import './segments.css';
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';

interface Segment<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly content: () => ReactNode;
}

/** Large tabs side by side. Only the content of the selected tab is mounted. */
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
      {segments.map((segment) => (
        <TabPanel key={segment.key} id={segment.key} className="segment-panel">
          {segment.content()}
        </TabPanel>
      ))}
    </Tabs>
  );
}
