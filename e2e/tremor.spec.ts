import { seeded } from '../bench/tremor/hand.ts';
import { ourForm, tryForm, tryScroll } from '../bench/tremor/trial.ts';
import { expect, test } from './test.ts';

/** A short version of `npm run tremor`: the landing error has a standard deviation of 16 px on each axis. */
const SIGMA = 16;
const FORMS = 4;

test('a hand with tremor saves every form correctly and once, and can scroll over the controls', async ({
  browser,
  server,
}) => {
  const people = [1, 2].map(async (seed) => {
    const subject = await ourForm(browser, server.url, { control: 'row', sigma: SIGMA, seed });
    const random = seeded(seed + 100);
    const results = [];
    for (let form = 0; form < FORMS / 2; form += 1) {
      results.push(await tryForm(subject, random));
    }
    await subject.open();
    const changed = [];
    for (const symptom of [0, 1, 2]) changed.push(await tryScroll(subject, symptom));
    await subject.page.context().close();
    return { results, changed };
  });
  const tried = await Promise.all(people);
  const results = tried.flatMap((each) => each.results);
  expect(results.filter(({ savedRightOnce }) => !savedRightOnce)).toEqual([]);
  expect(results).toHaveLength(FORMS);
  expect(tried.flatMap(({ changed }) => changed).filter(Boolean)).toEqual([]);
});
