/** What the console may say in the present test; anything else fails it. */
export const wantedNoise: RegExp[] = [];

export function expectConsole(pattern: RegExp): void {
  wantedNoise.push(pattern);
}
