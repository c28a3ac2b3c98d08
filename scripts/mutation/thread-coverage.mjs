import { writeFileSync } from 'node:fs';

/** Preloaded into each worker thread: writes down which mutants its code met. See `threads.ts`. */
process.on('exit', () => {
  const hits = Reflect.get(globalThis, '__stryker__')?.mutantCoverage?.static;
  const file = process.env.MUTATION_COVERAGE;
  if (hits && file) writeFileSync(file, JSON.stringify(hits));
});
