/**
 * Text that a spreadsheet would take for a formula, made plain text by an apostrophe before it (CWE-1236), in
 * a way that can be undone to the letter. A sheet set to another separator cuts a cell where it finds one, so
 * what follows a separator within a text counts as the begin of a cell, too.
 *
 * Where apostrophes stand before a formula already, one more is put there, and one is taken away again.
 */

/** With their full-width forms, which some spreadsheets take for the same. */
const FORMULA = '=+\\-@＝＋－＠';
const SEPARATORS = ';,|\\t\\r\\n';
/** Spaces of any kind, but for separators. */
const SPACES = `[^\\S${SEPARATORS}]*`;

const CELL = `((?:^|[${SEPARATORS}])${SPACES})`;
const FORMULAS = new RegExp(`${CELL}('*)(?=[${FORMULA}])`, 'g');
const GUARDED_FORMULAS = new RegExp(`${CELL}'('*)(?=[${FORMULA}])`, 'g');
/** A line's end or a tab at the begin, behind which a spreadsheet looks for a formula, too. */
const HIDDEN = /^'*[\t\r\n]/;
const GUARDED_HIDDEN = /^'('*[\t\r\n])/;

export function guard(text: string): string {
  const guarded = text.replace(FORMULAS, "$1'$2");
  return HIDDEN.test(guarded) ? `'${guarded}` : guarded;
}

/** Undoes `guard`. Text that was never guarded stays, but for an apostrophe that stands before a formula. */
export function unguard(text: string): string {
  return text.replace(GUARDED_HIDDEN, '$1').replace(GUARDED_FORMULAS, '$1$2');
}
