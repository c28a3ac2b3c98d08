/**
 * What someone typed, as it can be set among our own words: without the invisible characters that turn
 * writing around or hide in it. Control characters stay, for the page shows them by their number.
 */
export function harmless(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\p{Zs}]/gu, (space) => (space === NO_BREAK_SPACE ? space : ' '))
    .replace(INVISIBLE, '');
}

/** One line of it, for a name. Its direction is its own, and does not turn what stands around it. */
export function harmlessName(text: string): string {
  const line = harmless(text).replaceAll('\n', ' ');
  return RIGHT_TO_LEFT.test(line) ? `\u2068${line}\u2069` : line;
}

/** How a text is read where that is not the order its letters are drawn in; undefined where it is. */
export function readAs(text: string): string | undefined {
  return RIGHT_TO_LEFT.test(text) ? readWhole(text) : undefined;
}

/** A text as it is read where not all of it is drawn. */
export function readWhole(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '');
}

const NO_BREAK_SPACE = '\u00a0';

/** Soft hyphens, joiners of words, marks of direction, and tags. Joiners of letters and emoji stay. */
const INVISIBLE =
  /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Letters that are written from right to left. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
