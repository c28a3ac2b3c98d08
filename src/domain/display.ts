/** Options of the screen for people with weak eyes or unsteady hands. */
export const DISPLAY_OPTIONS = ['largeText', 'highContrast', 'largeControls'] as const;
export type DisplayOption = (typeof DISPLAY_OPTIONS)[number];
