import type { Control, FormResult } from './trial.ts';

/** The results of one control at one sigma. Shares are from 0 to 1. */
export interface Figures {
  readonly control: Control;
  /** The standard deviation of the landing error on each axis (CSS px). */
  readonly sigma: number;
  readonly forms: number;
  /** The share of symptoms that were right after one press. */
  readonly rightAtFirst: number;
  readonly savedRightOnce: number;
  readonly savedTwice: number;
  readonly lost: number;
  /** The mean number of presses that the severities of one form took. */
  readonly presses: number;
  readonly scrolls: number;
  /** The share of scrolls that changed the value of the control on which they started. */
  readonly changedByScroll: number;
}

export function figuresOf(
  { control, sigma }: Pick<Figures, 'control' | 'sigma'>,
  forms: readonly FormResult[],
  scrolls: readonly boolean[],
): Figures {
  return {
    control,
    sigma,
    forms: forms.length,
    rightAtFirst: sum(forms, 'rightAtFirst') / sum(forms, 'symptoms'),
    savedRightOnce: share(forms, (form) => form.savedRightOnce),
    savedTwice: forms.filter((form) => form.savedTwice).length,
    lost: forms.filter((form) => form.lost).length,
    presses: sum(forms, 'presses') / forms.length,
    scrolls: scrolls.length,
    changedByScroll: share(scrolls, (changed) => changed),
  };
}

function sum(forms: readonly FormResult[], of: 'rightAtFirst' | 'symptoms' | 'presses'): number {
  return forms.reduce((total, form) => total + form[of], 0);
}

function share<Each>(all: readonly Each[], holds: (each: Each) => boolean): number {
  return all.filter(holds).length / all.length;
}

type Test = (figures: Figures) => boolean;

const above = (low: number, high: number) => (of: Figures) => of.sigma > low && of.sigma <= high;
const always = () => true;

/**
 * The smallest accepted share of symptoms that are right after one press, by control and sigma: two standard deviations
 * (5 points of 300 presses) below that of 2026-11-23.
 */
const RIGHT_AT_FIRST: Partial<Record<Control, Record<number, number>>> = {
  row: { 8: 0.95, 16: 0.9, 24: 0.72, 32: 0.58 },
  large: { 8: 0.95, 16: 0.95, 24: 0.86, 32: 0.77 },
};

/**
 * The aims for our own control: the name, the figures that the aim applies to, and the condition that meets
 * it.
 */
const AIMS: readonly (readonly [what: string, applies: Test, isMet: Test])[] = [
  ['saved right and once: 100 % up to 24 px', above(0, 24), (of) => of.savedRightOnce === 1],
  ['saved right and once: 99 % up to 32 px', above(24, 32), (of) => of.savedRightOnce >= 0.99],
  [
    'right at the first press: at most 5 points less than on 2026-11-23',
    always,
    ({ control, sigma, rightAtFirst }) => rightAtFirst >= (RIGHT_AT_FIRST[control]?.[sigma] ?? 0),
  ],
  ['at most 4.5 presses a form at 24 px', ({ sigma }) => sigma === 24, (of) => of.presses <= 4.5],
  ['no form saved twice', always, (of) => of.savedTwice === 0],
  ['no form lost', always, (of) => of.lost === 0],
  ['at most 1 % of the scrolls change a severity', always, (of) => of.changedByScroll <= 0.01],
];

/** Lists the aims that apply to any of the figures, and whether all of those figures meet them. */
export function judge(all: readonly Figures[]): { what: string; isMet: boolean }[] {
  const ours = all.filter(({ control }) => control !== 'native');
  return AIMS.flatMap(([what, applies, isMet]) => {
    const tried = ours.filter(applies);
    return tried.length > 0 ? [{ what, isMet: tried.every(isMet) }] : [];
  });
}

const NAMES: Record<Control, string> = {
  native: 'native range',
  row: 'our row of stops',
  large: "our stops, 'Large controls'",
};

const COLUMNS: readonly (readonly [string, (figures: Figures) => string])[] = [
  ['σ', ({ sigma }) => `${sigma} px`],
  ['control', ({ control }) => NAMES[control]],
  ['forms', ({ forms }) => String(forms)],
  ['saved right and once', ({ savedRightOnce }) => percent(savedRightOnce)],
  ['right at the first press', ({ rightAtFirst }) => percent(rightAtFirst)],
  ['saved twice', ({ savedTwice }) => String(savedTwice)],
  ['lost', ({ lost }) => String(lost)],
  ['presses a form', ({ presses }) => presses.toFixed(2)],
  ['changed by a scroll', (each) => `${percent(each.changedByScroll)} of ${each.scrolls}`],
];

function percent(part: number): string {
  return `${(100 * part).toFixed(1).replace(/\.0$/, '')} %`;
}

/** A table in Markdown. */
export function tableOf(all: readonly Figures[]): string {
  const rows = [
    COLUMNS.map(([title]) => title),
    COLUMNS.map(() => '---'),
    ...all.map((figures) => COLUMNS.map(([, show]) => show(figures))),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
