import { useLayoutEffect } from 'react';
import type { DisplayOption } from '../domain/display.ts';
import { useUpdateProfile } from './api/profile.ts';
import { useUser } from './api/user.ts';
import { dropText, keepText, readText } from './kept-text.ts';
import { setDisplay, shownDisplay } from './ui/display.ts';

/** Names the person whose latest choice is only on this device, because the server could not be reached. */
const UNSENT_KEY = 'displayUnsent';

/**
 * Shows the page with the options of the account, once a page.
 *
 * @returns saves options with the account
 */
export function useAccountDisplay(): (on: DisplayOption[]) => void {
  const { id, display } = useUser();
  const { mutate } = useUpdateProfile(id);

  function save(on: DisplayOption[]) {
    keepText(UNSENT_KEY, id);
    mutate({ display: on }, { onSuccess: () => dropText(UNSENT_KEY) });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person
  useLayoutEffect(() => {
    const shown = shownDisplay();
    if (readText(UNSENT_KEY) === id || (display === null && shown.length > 0)) save(shown);
    else if (display) setDisplay(display);
  }, [id]);

  return save;
}
