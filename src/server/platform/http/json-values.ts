const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [...'"\\,[{'].map((char) => char.charCodeAt(0));

/**
 * True if the JSON text has more than `most` values. Call it before parsing, because V8 cannot interrupt the parsing of
 * a text whose values need too much memory.
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
      // Each of these characters precedes an element of a list, or a key of an object.
      count += 1;
      if (count > most) return true;
    }
  }
  return false;
}
