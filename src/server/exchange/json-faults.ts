/**
 * The line of a text on which it stops being JSON, counted from 1.
 *
 * @param error what `JSON.parse` throws at the text
 */
export function lineOfJsonFault(text: string, error: unknown): number {
  // V8 mostly says where: 'Expected … (line 3 column 7)'.
  const [, line] = /\(line (\d+) column \d+\)/.exec(String(error)) ?? [];
  if (line !== undefined) return Number(line);
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index + 1);
  // The fault is in as few of the first lines as show it; without it, what is missing is at the end.
  let [from, to] = [0, ends.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (hasWrongToken(text.slice(0, ends[middle]))) to = middle;
    else from = middle + 1;
  }
  return from + 1;
}

/** Whether V8 finds what may not stand there; of that alone it does not say where. */
function hasWrongToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return String(error).startsWith('SyntaxError: Unexpected token');
  }
}
