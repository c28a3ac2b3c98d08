/** Options of the screen for people with weak eyes or unsteady hands. */
export const SCREEN_OPTIONS = ['largeText', 'highContrast', 'largeControls'] as const;
/** These, and what an account's own screens can show in addition. */
export const DISPLAY_OPTIONS = [...SCREEN_OPTIONS, 'offButton'] as const;
export type DisplayOption = (typeof DISPLAY_OPTIONS)[number];
