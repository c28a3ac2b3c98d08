/**
 * Makes a person's text safe to print: normalized (NFC), and without invisible characters that change the
 * direction or hide in the text. Line breaks become '\n', and tabs and spaces except the no-break space become ' '.
 * Other control characters stay, because the PDF prints a placeholder for each, such as '[U+0007]'.
 */
export function harmless(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\p{Zs}]/gu, (space) => (space === NO_BREAK_SPACE ? space : ' '))
    .replace(INVISIBLE, '');
}

/** A text as one safe line. */
export function harmlessLine(text: string): string {
  return harmless(text).replaceAll('\n', ' ');
}

/** A name as one safe line. Bidi isolates keep a right-to-left name from changing the text around it. */
export function harmlessName(text: string): string {
  const line = harmlessLine(text);
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}

/**
 * Returns the text that screen readers should read instead, if it contains right-to-left letters: those are drawn in
 * visual order, not in reading order.
 */
export function readAs(text: string): string | undefined {
  return RIGHT_TO_LEFT.test(text) ? readWhole(text) : undefined;
}

/** The full text for screen readers, without bidi isolates. */
export function readWhole(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '');
}

const NO_BREAK_SPACE = '\u00a0';

/** Soft hyphens, word joiners, direction marks and tags; not the joiners that some scripts and emoji need. */
const INVISIBLE =
  /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Matches a right-to-left letter. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
