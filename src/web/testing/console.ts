/** The console output that the current test expects; any other output fails it. */
export const wantedNoise: RegExp[] = [];

export function expectConsole(pattern: RegExp): void {
  wantedNoise.push(pattern);
}
