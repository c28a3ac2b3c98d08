interface Option {
  readonly label: string;
  /** What it changes. */
  readonly effect: string;
  /** Only the screens of an account have it. */
  readonly isOfAccount?: true;
}

/** Options of the screen: for people with weak eyes or unsteady hands, and the buttons that not everybody needs. */
const OPTIONS = {
  largeText: { label: 'Larger text', effect: 'A quarter larger.' },
  highContrast: { label: 'High contrast', effect: 'Black and white.' },
  largeControls: {
    label: 'Large controls',
    effect: 'Taller buttons, and one symptom at a time.',
  },
  offButton: {
    label: 'Show the “Off now” button',
    effect: 'On the overview, for your motor diary.',
    isOfAccount: true,
  },
  fallButton: {
    label: 'Show the “I fell” button',
    effect: 'On the overview, for falls and near falls.',
    isOfAccount: true,
  },
  tabletRow: {
    label: 'Show tablets left',
    effect: 'In Today, once you have counted them.',
    isOfAccount: true,
  },
} as const satisfies Readonly<Record<string, Option>>;

export type DisplayOption = keyof typeof OPTIONS;

export const DISPLAY_OPTIONS = Object.keys(OPTIONS) as [DisplayOption, ...DisplayOption[]];
export const SCREEN_OPTIONS = DISPLAY_OPTIONS.filter((key) => !displayOption(key).isOfAccount);

export function displayOption(key: DisplayOption): Option {
  return OPTIONS[key];
}
