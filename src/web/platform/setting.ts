import { useLayoutEffect } from 'react';
import type { ReminderKind } from '../../domain/reminders.ts';
import { givenData, goBack, isFirstEntry, navigate, useAddress } from './navigation.tsx';

const SETTINGS = '/dashboard?tab=settings';

/** The dialogs of the settings. Each has an address, so that a reload opens it again. */
export type Setting =
  | 'report'
  | 'questions'
  | 'links'
  | 'clinic'
  | 'helpers'
  | 'activity'
  | 'email'
  | 'password'
  | 'ways-in'
  | 'devices'
  | 'spreadsheet'
  | 'download'
  | 'import'
  | `remind-${ReminderKind}`
  | 'push'
  | 'ntfy'
  | 'calendar'
  | 'pause';

export function settingPath(setting: Setting): string {
  return `${SETTINGS}&open=${setting}`;
}

/** Opens a dialog of the settings. The entry below it in the history is always the settings themselves. */
export function openSetting(setting: Setting, data?: unknown): void {
  if (`${location.pathname}${location.search}` !== SETTINGS) navigate(SETTINGS, { replace: true });
  navigate(settingPath(setting), { data });
}

/** Closes a dialog of the settings, if it is still open. */
export function closeSetting(setting: Setting): void {
  if (new URLSearchParams(location.search).get('open') === setting) goBack();
}

/** Which dialog of the settings the address names; undefined if none. */
export function useSetting(): string | undefined {
  const { parameters } = useAddress();
  return (parameters.get('tab') === 'settings' && parameters.get('open')) || undefined;
}

/** Puts the settings below a pasted address of a dialog, so that Back and Close go there. */
export function useSettingsBelow(): void {
  const open = useSetting();
  // Before other effects, which may drop the data of this entry.
  useLayoutEffect(() => {
    if (open && isFirstEntry()) openSetting(open as Setting, givenData());
  }, [open]);
}
