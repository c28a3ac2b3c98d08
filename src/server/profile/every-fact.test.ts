import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FACT_NAMES, type FactName, facts, unknownPerson } from '../../contract/facts.ts';
import { freshAccount, freshUser, PERSON, STORED_PERSON, testApp } from '../testing/app.ts';
import { caregiverOf } from '../testing/caregivers.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { OTHER_FACTS } from '../testing/facts.ts';
import { exportedAccount } from '../testing/transfers.ts';

/** What follows from the definition of a fact, and so holds for every fact. */

const DOCUMENTED = readFileSync('docs/export-format.md', 'utf8');

onEveryDatabase((place) => {
  const test = testApp(place);

  it('a new person is asked for some, and the others are blank', async () => {
    const { browser, userId, email } = await freshAccount(test);
    const asked = Object.entries(PERSON).filter(
      ([name]) => 'isAskedFirst' in (facts[name as FactName] ?? {}),
    );
    expect(asked.length).toBeGreaterThan(0);
    const input = { ...Object.fromEntries(asked), yearsWithParkinsons: null };
    const answer = await browser.call('createUser', { userId, email, ...input });
    expect(answer.json()).toMatchObject({ ...unknownPerson(PERSON.timeZone), ...input });
    for (const [name] of asked) {
      const { userId: other, email: address, browser: second } = await freshAccount(test);
      const without = { ...PERSON, [name]: undefined };
      const refused = await second.call('createUser', {
        userId: other,
        email: address,
        ...without,
      });
      expect(refused.json().error).toBe(`${name} is missing`);
    }
  });

  describe.each(FACT_NAMES)('%s', (name) => {
    const other = { [name]: OTHER_FACTS[name] };

    it('is changed alone, and answered by every call that has the profile', async () => {
      const { browser, userId, email, password } = await freshUser(test);
      const changed = await browser.call('updateProfile', { userId, ...other });
      const { yearsWithParkinsons: _, ...stored } = { ...STORED_PERSON, ...other };
      expect(changed.json()).toMatchObject(stored);
      expect((await browser.call('getUserProfile', { userId })).json()).toEqual(changed.json());
      expect((await browser.call('getSession')).json()).toMatchObject(stored);
      const signedIn = await browser.call('signIn', { email, password });
      expect(signedIn.json()).toMatchObject(stored);
    });

    it('is refused if it breaks its rule, and nothing changes', async () => {
      const { browser, userId } = await freshUser(test);
      const before = await everythingStored(test.context.db);
      const wrong = { ...OTHER_FACTS, [name]: typeof OTHER_FACTS[name] === 'number' ? '1' : 1 };
      const refused = await browser.call('updateProfile', { userId, ...wrong });
      expect(refused.statusCode).toBe(400);
      expect(refused.json().error).toContain(`${name} must be`);
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('is in the JSON file, which is documented', async () => {
      const user = await freshUser(test);
      await user.browser.call('updateProfile', { userId: user.userId, ...other });
      const file = await exportedAccount(user);
      expect({ ...file, ...file.profile }).toMatchObject(other);
      expect(DOCUMENTED).toContain(`"${name}": `);
    });

    it('is shown to helpers only if they may see it', async () => {
      const person = await freshUser(test);
      const { userId } = person;
      await person.browser.call('updateProfile', { userId, ...other });
      const { isShared, blank } = facts[name];
      for (const may of ['read', 'log'] as const) {
        const helper = await caregiverOf(test, person, { may });
        const seen = (await helper.browser.call('getUserProfile', { userId })).json();
        expect(seen[name]).toEqual(isShared ? OTHER_FACTS[name] : blank);
      }
    });
  });
});
