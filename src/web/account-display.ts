import { useLayoutEffect } from 'react';
import type { DisplayOption } from '../domain/display.ts';
import { useUpdateProfile } from './api/profile.ts';
import { useMe } from './api/user.ts';
import { dropText, keepText, readText } from './kept-text.ts';
import { displayFrom, displayOwner, setDisplay, shownDisplay } from './ui/display.ts';

/**
 * Shows the page with the options of the account, once a page. Several people may use a device: a choice that could
 * not be sent stays with its owner, and nobody gets the options of another person.
 *
 * @returns applies options, and keeps them with the account
 */
export function useAccountDisplay(): (on: DisplayOption[]) => void {
  const { id, display } = useMe();
  const { mutateAsync } = useUpdateProfile(id);
  const unsentKey = `displayUnsent ${id}`;

  function save(on: DisplayOption[]) {
    setDisplay(on, id);
    const unsent = JSON.stringify(on);
    keepText(unsentKey, unsent);
    // A later choice may be on its way already.
    const drop = () => readText(unsentKey) === unsent && dropText(unsentKey);
    mutateAsync({ display: on }).then(drop, () => {});
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person
  useLayoutEffect(() => {
    const unsent = readText(unsentKey);
    const shown = shownDisplay();
    if (unsent !== null) save(displayFrom(unsent));
    else if (display) setDisplay(display, id);
    // Chosen before the person signed in.
    else if (displayOwner() === null && shown.length > 0) save(shown);
    else if (displayOwner() !== id) setDisplay([], id);
  }, [id]);

  return save;
}
