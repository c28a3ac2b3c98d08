import type { Control, FormResult } from './trial.ts';

/** What came of one control at one sigma. Shares are from 0 to 1. */
export interface Figures {
  readonly control: Control;
  /** CSS px. */
  readonly sigma: number;
  readonly forms: number;
  /** Of the forms, those with every severity right after one press each. */
  readonly rightAtFirst: number;
  readonly savedRightOnce: number;
  readonly savedTwice: number;
  readonly lost: number;
  /** Presses for the severities of one form, on average. */
  readonly presses: number;
  readonly scrolls: number;
  /** Of the scrolls that began on the control, those that changed it. */
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
    rightAtFirst: share(forms, ({ rightAtFirst, symptoms }) => rightAtFirst === symptoms),
    savedRightOnce: share(forms, (form) => form.savedRightOnce),
    savedTwice: forms.filter((form) => form.savedTwice).length,
    lost: forms.filter((form) => form.lost).length,
    presses: forms.reduce((sum, { presses }) => sum + presses, 0) / forms.length,
    scrolls: scrolls.length,
    changedByScroll: share(scrolls, (changed) => changed),
  };
}

function share<Each>(all: readonly Each[], holds: (each: Each) => boolean): number {
  return all.filter(holds).length / all.length;
}

/** The aims for our own control in either layout, and what each figure must be at least or at most. */
const AIMS: readonly {
  readonly what: string;
  readonly applies: (figures: Figures) => boolean;
  readonly isMet: (figures: Figures) => boolean;
}[] = [
  {
    what: 'saved right and once: 100 % up to 16 px',
    applies: ({ sigma }) => sigma <= 16,
    isMet: ({ savedRightOnce }) => savedRightOnce === 1,
  },
  {
    what: 'saved right and once: 99 % up to 24 px',
    applies: ({ sigma }) => sigma > 16 && sigma <= 24,
    isMet: ({ savedRightOnce }) => savedRightOnce >= 0.99,
  },
  {
    what: 'saved right and once: 95 % up to 32 px',
    applies: ({ sigma }) => sigma > 24 && sigma <= 32,
    isMet: ({ savedRightOnce }) => savedRightOnce >= 0.95,
  },
  {
    what: 'right at first pass in the row: 55 % at 24 px',
    applies: ({ control, sigma }) => control === 'row' && sigma === 24,
    isMet: ({ rightAtFirst }) => rightAtFirst >= 0.55,
  },
  {
    what: "right at first pass with 'Large controls': 80 % at 24 px",
    applies: ({ control, sigma }) => control === 'large' && sigma === 24,
    isMet: ({ rightAtFirst }) => rightAtFirst >= 0.8,
  },
  {
    what: 'at most 4.5 presses a form at 24 px',
    applies: ({ sigma }) => sigma === 24,
    isMet: ({ presses }) => presses <= 4.5,
  },
  {
    what: 'no form saved twice',
    applies: () => true,
    isMet: ({ savedTwice }) => savedTwice === 0,
  },
  { what: 'no form lost', applies: () => true, isMet: ({ lost }) => lost === 0 },
  {
    what: 'at most 1 % of the scrolls change a severity',
    applies: () => true,
    isMet: ({ changedByScroll }) => changedByScroll <= 0.01,
  },
];

/** The aims that were tried, and whether each was met everywhere. */
export function judge(all: readonly Figures[]): { what: string; isMet: boolean }[] {
  const ours = all.filter(({ control }) => control !== 'native');
  return AIMS.flatMap(({ what, applies, isMet }) => {
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
  ['right at first pass', ({ rightAtFirst }) => percent(rightAtFirst)],
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
