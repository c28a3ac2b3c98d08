/** A mistake such as a developer could make, planted to see whether a test fails. */
export interface Fault {
  /** What is wrong for the person. */
  readonly name: string;
  /** Within `src/web`. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The end-to-end test that caught it in version 1.0.0: its file and the start of its title. */
  readonly old: readonly [spec: string, title: string];
  /** The test files that catch it now: `.spec.ts` runs in Playwright, all else in Vitest. */
  readonly new?: readonly string[];
}
