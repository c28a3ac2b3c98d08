import fc from 'fast-check';
import { it } from 'vitest';
import { testApp } from '../../src/server/testing/app.ts';
import { onEveryDatabase } from '../../src/server/testing/databases.ts';
import { runSteps, separateDevices, steps } from '../../src/testing/two-devices.ts';
import { tell, times } from './figures.ts';

const STEPS_AT_ONCE = 50;

separateDevices();

onEveryDatabase((place) => {
  const test = testApp(place);

  it('two devices lose no name and no rating, and agree in the end', async (context) => {
    const count = times(10_000);
    let ratings = 0;
    const property = fc.asyncProperty(steps(STEPS_AT_ONCE), async (sequence) => {
      ratings += (await runSteps(test, sequence)).size;
    });
    await fc.assert(property, { numRuns: Math.ceil(count / STEPS_AT_ONCE) });
    tell(context, `${count} steps, ${ratings} acknowledged ratings, each in exactly one form`);
  });
});
