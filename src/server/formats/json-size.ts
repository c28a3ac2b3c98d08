/**
 * As many forms as a file may hold, each edited once, come to fewer. However they are arranged, they take a few
 * hundred megabytes; a file of empty objects would take many times its own size otherwise.
 */
export const MAX_JSON_VALUES = 3_000_000;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [...'"\\,[{'].map((char) => char.charCodeAt(0));

/**
 * Whether a JSON text holds more values than may be read. To be asked before the text is parsed: V8 parses in
 * one go, which nothing can end, and a thread that runs out of memory meanwhile takes the server with it.
 */
export function holdsTooManyValues(text: string): boolean {
  let count = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (char === QUOTE) inString = !inString;
    else if (inString) {
      if (char === BACKSLASH) index += 1;
    } else if (char === COMMA || char === BRACKET || char === BRACE) {
      // What stands before a value of a list, or before the name of one.
      count += 1;
      if (count > MAX_JSON_VALUES) return true;
    }
  }
  return false;
}
