import { describe, expect, it } from 'vitest';
import { freshAccount, freshUser, type TestUser, testApp } from '../testing/app.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  function save({ browser, userId }: TestUser, slot: number, symptomValue: string) {
    const change = { userId, action: 'single', symptomKey: `symptom${slot}`, symptomValue };
    return browser.call('updateSymptoms', change);
  }

  function update({ browser, userId }: TestUser, names: object) {
    return browser.call('updateSymptoms', { userId, action: 'update', ...names });
  }

  async function slotsOf({ browser, userId }: TestUser): Promise<string[]> {
    const profile = (await browser.call('getUserProfile', { userId })).json();
    return [1, 2, 3, 4, 5].map((slot) => profile[`symptom${slot}`]);
  }

  const EMPTY = 'No Symptom entered';
  const FIVE = ['Tremor', 'Stiffness', 'Balance', 'Fatigue', 'Cramps'];
  const CHANGED = 'Your symptoms were changed on another device. Please check them and try again.';

  describe('the action single', () => {
    it('saves a trimmed name and answers with the new profile', async () => {
      const user = await freshUser(test);
      const response = await save(user, 2, '  Tremor in the left hand ');
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({
        userId: user.userId,
        symptom1: EMPTY,
        symptom2: 'Tremor in the left hand',
      });
      expect(await slotsOf(user)).toEqual([EMPTY, 'Tremor in the left hand', EMPTY, '', '']);
    });

    it.each(['', '   ', EMPTY, ` ${EMPTY} `])("empties a slot with '%s'", async (text) => {
      const user = await freshUser(test, ['Tremor', 'Stiffness']);
      expect((await save(user, 1, text)).json().symptom1).toBe(EMPTY);
    });

    it('creates slot 4, then slot 5', async () => {
      const user = await freshUser(test, ['Tremor']);
      await save(user, 4, EMPTY);
      expect(await slotsOf(user)).toEqual(['Tremor', EMPTY, EMPTY, EMPTY, '']);
      await save(user, 5, ` ${EMPTY} `);
      expect(await slotsOf(user)).toEqual(['Tremor', EMPTY, EMPTY, EMPTY, EMPTY]);
      await save(user, 5, 'Fatigue');
      expect(await slotsOf(user)).toEqual(['Tremor', EMPTY, EMPTY, EMPTY, 'Fatigue']);
    });

    it('creates a slot once, and never empties a named slot by creating it', async () => {
      const user = await freshUser(test, FIVE.slice(0, 3));
      await save(user, 4, EMPTY);
      const repeated = await save(user, 4, EMPTY);
      expect([repeated.statusCode, repeated.json().revision]).toEqual([200, 3]);
      await save(user, 4, 'Fatigue');
      expectRefusal(await save(user, 4, EMPTY), 409, CHANGED);
      await save(user, 5, EMPTY);
      await save(user, 5, 'Cramps');
      expectRefusal(
        await save(user, 5, EMPTY),
        400,
        'Only a maximum of 5 symptoms can be entered.',
      );
      expect(await slotsOf(user)).toEqual(FIVE);
    });

    it('refuses to create slot 5 before slot 4', async () => {
      const user = await freshUser(test);
      expectRefusal(
        await save(user, 5, EMPTY),
        400,
        'Cannot save symptom that has not been created yet.',
      );
    });

    it.each([4, 5])('refuses a name for slot %i before it is created', async (slot) => {
      const user = await freshUser(test);
      const before = await everythingStored(test.context.db);
      expectRefusal(
        await save(user, slot, 'Fatigue'),
        400,
        'Cannot save symptom that has not been created yet.',
      );
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it.each(['Tremor', 'tremor', ' TREMOR '])(
      "refuses '%s' if another slot has Tremor",
      async (name) => {
        const user = await freshUser(test, ['Tremor', 'Stiffness']);
        const before = await everythingStored(test.context.db);
        expectRefusal(await save(user, 2, name), 400, 'You already track this symptom.');
        expect(await everythingStored(test.context.db)).toEqual(before);
      },
    );

    it('accepts a name in its own slot with different case', async () => {
      const user = await freshUser(test, ['tremor']);
      expect((await save(user, 1, 'Tremor')).json().symptom1).toBe('Tremor');
    });

    it('accepts names of up to 100 characters', async () => {
      const user = await freshUser(test);
      const name = 'x'.repeat(100);
      expect((await save(user, 1, ` ${name} `)).json().symptom1).toBe(name);
      expectRefusal(
        await save(user, 1, `${name}x`),
        400,
        'symptomValue must be text of 0 to 100 characters',
      );
    });

    it('accepts only the slots 1 to 5', async () => {
      const user = await freshUser(test);
      for (const slot of [0, 6]) {
        expectRefusal(
          await save(user, slot, 'Tremor'),
          400,
          'symptomKey must be one of symptom1 to symptom5',
        );
      }
    });
  });

  describe('the action update', () => {
    it('saves the given slots and does not change the others', async () => {
      const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
      const response = await update(user, { symptom1: 'Freezing', symptom3: '' });
      expect(response.statusCode).toBe(200);
      expect(response.json().pastSymptoms.sort()).toEqual(['Balance', 'Tremor']);
      expect(await slotsOf(user)).toEqual(['Freezing', 'Stiffness', EMPTY, '', '']);
    });

    it('checks the names together, so that two slots may swap their names', async () => {
      const user = await freshUser(test, ['Tremor', 'Stiffness']);
      const response = await update(user, { symptom1: 'Stiffness', symptom2: 'Tremor' });
      expect(response.json()).toMatchObject({
        symptom1: 'Stiffness',
        symptom2: 'Tremor',
        pastSymptoms: [],
      });
    });

    it('changes nothing if the slots of the profile are sent back', async () => {
      const user = await freshUser(test, ['Tremor']);
      const { browser, userId } = user;
      const profile = (await browser.call('getUserProfile', { userId })).json();
      const response = await update(user, profile);
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { ...profile, undoable: false },
      ]);
    });

    it("creates slots with 'No Symptom entered'", async () => {
      const user = await freshUser(test, ['Tremor']);
      await update(user, { symptom4: EMPTY, symptom5: EMPTY });
      expect(await slotsOf(user)).toEqual(['Tremor', EMPTY, EMPTY, EMPTY, EMPTY]);
    });

    it('saves all or nothing', async () => {
      const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
      const before = await everythingStored(test.context.db);
      expectRefusal(
        await update(user, { symptom1: 'Freezing', symptom2: 'balance' }),
        400,
        'You already track this symptom.',
      );
      expectRefusal(
        await update(user, { symptom1: 'Freezing', symptom4: 'Fatigue' }),
        400,
        'Cannot save symptom that has not been created yet.',
      );
      expect(await everythingStored(test.context.db)).toEqual(before);
    });
  });

  it('isolates concurrent changes: if two slots get the same name, only one change is saved', async () => {
    const user = await freshUser(test);
    const answers = await Promise.all([save(user, 1, 'Tremor'), save(user, 2, 'tremor')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    expect((await slotsOf(user)).filter((name) => /tremor/i.test(name))).toHaveLength(1);
  });

  describe('with the revision that the person saw', () => {
    it('is refused after a change on another device, and changes nothing', async () => {
      const user = await freshUser(test, FIVE.slice(0, 3));
      const { browser, userId } = user;
      const { revision } = (await browser.call('getUserProfile', { userId })).json();
      await save(user, 2, 'Slowness');
      const before = await everythingStored(test.context.db);
      const own = { userId, revision };
      for (const change of [
        { action: 'single', symptomKey: 'symptom1', symptomValue: 'Freezing' },
        { action: 'update', symptom1: 'Freezing' },
        { action: 'past', pastSymptoms: ['Falls'] },
      ]) {
        expectRefusal(await browser.call('updateSymptoms', { ...own, ...change }), 409, CHANGED);
      }
      expect(await everythingStored(test.context.db)).toEqual(before);
    });

    it('succeeds when it is retried after a lost answer', async () => {
      const { browser, userId } = await freshUser(test);
      const own = { userId, revision: 1, action: 'single' };
      const change = { ...own, symptomKey: 'symptom1', symptomValue: 'Tremor' };
      const first = await browser.call('updateSymptoms', change);
      expect(first.json().revision).toBe(2);
      const again = await browser.call('updateSymptoms', change);
      expect([first.json().undoable, again.statusCode]).toEqual([true, 200]);
      expect(again.json()).toEqual({ ...first.json(), undoable: false });
    });

    it('saves one of two concurrent changes', async () => {
      const { browser, userId } = await freshUser(test);
      const saves = [1, 2].map((slot) =>
        browser.call('updateSymptoms', {
          userId,
          revision: 1,
          action: 'single',
          symptomKey: `symptom${slot}`,
          symptomValue: `Symptom of ${slot}`,
        }),
      );
      const answers = await Promise.all(saves);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    });
  });

  it('accepts only the four actions', async () => {
    const { browser, userId } = await freshUser(test);
    for (const action of ['delete', '', 7, null, undefined]) {
      expectRefusal(
        await browser.call('updateSymptoms', { userId, action }),
        400,
        'action must be one of update, single, form and past',
      );
    }
  });

  it.each([
    { action: 'single', symptomKey: 'symptom1', symptomValue: 'Tremor' },
    { action: 'update', symptom1: 'Tremor' },
    { action: 'past', pastSymptoms: ['Tremor'] },
  ])('does not find an account without a profile: $action', async (change) => {
    const { browser, userId } = await freshAccount(test);
    expectRefusal(
      await browser.call('updateSymptoms', { userId, ...change }),
      404,
      'User not found',
    );
  });
});
