import { useState } from 'react';
import { DISPLAY_OPTIONS, type DisplayOption, displayOption } from '../../domain/display.ts';
import { Dialog } from './dialog.tsx';
import { shownDisplay } from './display.ts';
import { Switch } from './fields.tsx';

/** Switches for people with weak eyes or unsteady hands. Each changes the page at once. */
export function DisplaySheet({
  options,
  onChange,
  onClose,
}: {
  readonly options: readonly DisplayOption[];
  readonly onChange: (on: DisplayOption[]) => void;
  readonly onClose: () => void;
}) {
  const [on, setOn] = useState(shownDisplay);
  function set(key: DisplayOption, isOn: boolean) {
    const next = DISPLAY_OPTIONS.filter((each) => (each === key ? isOn : on.includes(each)));
    setOn(next);
    onChange(next);
  }
  return (
    <Dialog title="Text and buttons" onClose={onClose}>
      <div className="stack-close">
        {options.map((key) => (
          <Switch key={key} checked={on.includes(key)} onChange={(isOn) => set(key, isOn)}>
            <span>
              <span>{displayOption(key).label}</span>
              <span className="switch-state">{displayOption(key).effect}</span>
            </span>
          </Switch>
        ))}
      </div>
    </Dialog>
  );
}
