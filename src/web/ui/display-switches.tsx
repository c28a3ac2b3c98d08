import { useState } from 'react';
import { DISPLAY_OPTIONS, type DisplayOption, setDisplay, shownDisplay } from './display.ts';
import { Switch } from './fields.tsx';

/** Switches on every page for people with weak eyes or unsteady hands. */
export function DisplaySwitches() {
  const [on, setOn] = useState(shownDisplay);
  function set(key: DisplayOption, isOn: boolean) {
    const next = new Set(on);
    if (isOn) next.add(key);
    else next.delete(key);
    setOn(next);
    setDisplay(next);
  }
  return (
    <section className="display" aria-label="Display">
      {DISPLAY_OPTIONS.map(({ key, label }) => (
        <Switch key={key} checked={on.has(key)} onChange={(isOn) => set(key, isOn)}>
          {label}
        </Switch>
      ))}
    </section>
  );
}
