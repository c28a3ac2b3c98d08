/** Options of the screen for people with weak eyes or unsteady hands. */
export const SCREEN_OPTIONS = ['largeText', 'highContrast', 'largeControls'] as const;
/** `SCREEN_OPTIONS`, and options that only the screens of an account have. */
export const DISPLAY_OPTIONS = [...SCREEN_OPTIONS, 'offButton'] as const;
export type DisplayOption = (typeof DISPLAY_OPTIONS)[number];
