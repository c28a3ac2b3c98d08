/** The sheets of paper to fill in by hand (DECISIONS 52). */
export const PAPER_SHEETS = ['forms', 'diary', 'falls', 'pressure'] as const;
export type PaperSheet = (typeof PAPER_SHEETS)[number];
