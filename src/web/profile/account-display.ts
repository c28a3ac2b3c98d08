import { useLayoutEffect } from 'react';
import type { DisplayOption } from '../../domain/display.ts';
import { dropText, keepText, readText } from '../platform/kept-text.ts';
import { useMe } from '../platform/user.ts';
import { displayFrom, displayOwner, setDisplay, shownDisplay } from '../ui/display.ts';
import { useUpdateProfile } from './queries.ts';

/**
 * Applies display options, and saves them in the account. Until the server has saved the options, the device stores
 * them too, under the person's id, because several people may use the device.
 */
export function useSaveDisplay(): (on: DisplayOption[]) => void {
  const { id } = useMe();
  const { mutateAsync } = useUpdateProfile(id);
  return (on) => {
    setDisplay(on, id);
    const unsent = JSON.stringify(on);
    const key = unsentKey(id);
    keepText(key, unsent);
    // Drops the stored text only if it has not changed, because the person may have chosen other options since.
    const drop = () => readText(key) === unsent && dropText(key);
    mutateAsync({ display: on }).then(drop, () => {});
  };
}

/**
 * Applies the display options of the account, once for each page load and person. Nobody gets the options of another
 * person.
 */
export function useAccountDisplay(): void {
  const { id, display } = useMe();
  const save = useSaveDisplay();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person
  useLayoutEffect(() => {
    const unsent = readText(unsentKey(id));
    const shown = shownDisplay();
    if (unsent !== null) save(displayFrom(unsent));
    else if (display) setDisplay(display, id);
    // These options were chosen on this device before anyone signed in.
    else if (displayOwner() === null && shown.length > 0) save(shown);
    else if (displayOwner() !== id) setDisplay([], id);
  }, [id]);
}

function unsentKey(userId: string): string {
  return `displayUnsent ${userId}`;
}
