import { writeFileSync } from 'node:fs';

/**
 * Preloaded into each worker process. Before each message to its parent, the process writes to a file which mutants it
 * has executed. Writing them when the process ends would be too late, because worker processes are killed. See
 * `processes.ts`.
 */
const send = process.send?.bind(process);
if (send) {
  process.send = (message) => {
    const hits = Reflect.get(globalThis, '__stryker__')?.mutantCoverage?.static;
    const file = process.env.MUTATION_COVERAGE;
    if (hits && file) writeFileSync(file, JSON.stringify(hits));
    return send(message);
  };
}
