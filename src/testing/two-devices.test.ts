import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testApp } from '../server/testing/app.ts';
import { onEveryDatabase } from '../server/testing/databases.ts';
import { runSteps, separateDevices, steps } from './two-devices.ts';

separateDevices();

onEveryDatabase((place) => {
  const test = testApp(place);

  it('two devices lose no name and no rating, whatever they do, and agree in the end', async () => {
    let ratings = 0;
    const property = fc.asyncProperty(steps(30), async (sequence) => {
      ratings += (await runSteps(test, sequence)).size;
    });
    await fc.assert(property, { numRuns: 10 });
    expect(ratings).toBeGreaterThan(50);
  });
});
