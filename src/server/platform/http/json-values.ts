const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [...'"\\,[{'].map((char) => char.charCodeAt(0));

/**
 * Whether a JSON text holds more values than that. To be asked before the text is parsed: V8 parses in
 * one go, which nothing can end, and a thread that runs out of memory meanwhile takes the server with it.
 */
export function holdsMoreValues(text: string, most: number): boolean {
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
      if (count > most) return true;
    }
  }
  return false;
}
