/**
 * Decides which file of the build each module is in: by what the screens import, not by names. So a new module is in the
 * right file without another line here.
 */

/** The modules that a module imports statically. */
export type ImportsOf = (module: string) => readonly string[];

/** The modules from which pages and screens begin. */
export interface Screens {
  /** Runs on every page but that of a link. */
  readonly start: string;
  readonly signIn: string;
  readonly signUp: string;
  readonly dashboard: string;
  /** The page of a link, for a reader without an account. */
  readonly shared: string;
}

/**
 * `base`: what every page starts with, and what two of sign-in, sign-up and dashboard share. `figures`: what the
 * dashboard shares with the page of a link. `tracker`: the rest of the dashboard.
 */
export type Chunk = 'base' | 'figures' | 'tracker';

/** @returns the chunk of each of these modules; Rolldown decides about the others */
export function chunksOf(screens: Screens, importsOf: ImportsOf): ReadonlyMap<string, Chunk> {
  const from = (...modules: readonly string[]) => importedBy(modules, importsOf);
  const start = from(screens.start);
  const [signIn, signUp] = [from(screens.signIn), from(screens.signUp)];
  const [dashboard, shared] = [from(screens.dashboard), from(screens.shared)];
  function chunkOf(module: string): Chunk | undefined {
    const screensWithIt = [signIn, signUp, dashboard].filter((screen) => screen.has(module));
    if (start.has(module) || screensWithIt.length > 1) return 'base';
    if (!dashboard.has(module)) return undefined;
    return shared.has(module) ? 'figures' : 'tracker';
  }
  const chunks = new Map<string, Chunk>();
  for (const module of new Set([...start, ...signIn, ...signUp, ...dashboard])) {
    const chunk = chunkOf(module);
    if (chunk) chunks.set(module, chunk);
  }
  return chunks;
}

/** These modules, and all that they import statically. */
export function importedBy(modules: readonly string[], importsOf: ImportsOf): ReadonlySet<string> {
  const found = new Set(modules);
  for (const module of found) for (const imported of importsOf(module)) found.add(imported);
  return found;
}
