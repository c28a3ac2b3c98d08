import { writeFileSync } from 'node:fs';

/**
 * Preloaded into each worker thread. On exit, writes which mutants the thread has executed. See `threads.ts`.
 */
process.on('exit', () => {
  const hits = Reflect.get(globalThis, '__stryker__')?.mutantCoverage?.static;
  const file = process.env.MUTATION_COVERAGE;
  if (hits && file) writeFileSync(file, JSON.stringify(hits));
});
