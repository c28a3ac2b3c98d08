/** 'Tremor, Stiffness and Balance'. @returns '' for an empty list */
export function listed(words: readonly string[]): string {
  const before = words.slice(0, -1).join(', ');
  const last = words.at(-1) ?? '';
  return before ? `${before} and ${last}` : last;
}
