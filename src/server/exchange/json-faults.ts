/**
 * The line of the first JSON syntax error in a text, counted from 1.
 *
 * @param error the error that `JSON.parse` threw for the text
 */
export function lineOfJsonFault(text: string, error: unknown): number {
  // Most messages of V8 contain the position: 'Expected … (line 3 column 7)'.
  const [, line] = /\(line (\d+) column \d+\)/.exec(String(error)) ?? [];
  if (line !== undefined) return Number(line);
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  // Bisection: the shortest prefix of lines that contains an unexpected token ends with the line to find. If no prefix
  // contains one, the text ends too early, and the line to find is the last.
  let [from, to] = [0, ends.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (hasWrongToken(text.slice(0, ends[middle]))) to = middle;
    else from = middle + 1;
  }
  return from + 1;
}

/** True if V8 reports an unexpected token. V8's message for this error contains no position. */
function hasWrongToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return String(error).startsWith('SyntaxError: Unexpected token');
  }
}
