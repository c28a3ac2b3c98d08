/** The text with a capital letter, as the beginning of a sentence or of a label. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
