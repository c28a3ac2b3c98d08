/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula (CWE-1236). `unguard` restores the exact
 * text. A spreadsheet program that expects another separator splits a cell at that separator, so text after any
 * separator also counts as the start of a cell.
 *
 * If apostrophes already precede a formula, `guard` adds one more, and `unguard` removes only that one.
 */

/** The characters that start a formula, and their full-width forms, which some spreadsheets treat alike. */
const FORMULA = '=+\\-@＝＋－＠';
const SEPARATORS = ';,|\\t\\r\\n';
/** Any white space except separators. */
const SPACES = `[^\\S${SEPARATORS}]*`;

const CELL = `((?:^|[${SEPARATORS}])${SPACES})`;
const FORMULAS = new RegExp(`${CELL}('*)(?=[${FORMULA}])`, 'g');
const GUARDED_FORMULAS = new RegExp(`${CELL}'('*)(?=[${FORMULA}])`, 'g');
/** A line break or a tab at the start of the text. A spreadsheet also detects a formula after it. */
const HIDDEN = /^'*[\t\r\n]/;
const GUARDED_HIDDEN = /^'('*[\t\r\n])/;

export function guard(text: string): string {
  const guarded = text.replace(FORMULAS, "$1'$2");
  return HIDDEN.test(guarded) ? `'${guarded}` : guarded;
}

/** Reverses `guard`. Text that was never guarded changes only if it has an apostrophe before a formula. */
export function unguard(text: string): string {
  return text.replace(GUARDED_HIDDEN, '$1').replace(GUARDED_FORMULAS, '$1$2');
}
