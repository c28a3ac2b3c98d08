import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Form, Profile } from '../contract/entities.ts';
import { SYMPTOM_KEYS, slotText } from '../domain/symptoms.ts';
import { freshUser, secondBrowser, type TestUser, testApp } from './testing/app.ts';
import { onEveryDatabase } from './testing/databases.ts';
import { formsOf } from './testing/entries.ts';

const NAMES = ['Tremor', 'Stiffness', 'Balance', 'Falls', 'Pain', 'Sleep', 'Cramps', 'Apathy'];

const step = fc.record({
  device: fc.constantFrom(0, 1),
  does: fc.constantFrom(
    'look',
    'name',
    'name',
    'add',
    'deleteSymptom',
    'undo',
    'saveForm',
    'saveForm',
    'editForm',
    'deleteForm',
    'restoreForm',
  ),
  slot: fc.integer({ min: 1, max: 5 }),
  name: fc.constantFrom(...NAMES),
  severity: fc.integer({ min: 1, max: 5 }),
  form: fc.nat(8),
});
type Step = (typeof step extends fc.Arbitrary<infer Value> ? Value : never) & object;

/** A device of the account, with the symptoms and forms that it saw last. */
class Device {
  profile: Profile | undefined;
  forms: readonly Form[] = [];
  readonly user: TestUser;
  readonly account: Account;

  constructor(user: TestUser, account: Account) {
    this.user = user;
    this.account = account;
  }

  async look(): Promise<void> {
    const { browser, userId } = this.user;
    this.profile = (await browser.call('getUserProfile', { userId })).json();
    this.forms = await formsOf(this.user);
  }

  async do({ does, slot, name, severity, form }: Step): Promise<void> {
    const { account } = this;
    const { revision = 0 } = this.profile ?? {};
    const shown = this.forms[form % Math.max(1, this.forms.length)];
    const symptomKey = SYMPTOM_KEYS[slot - 1] ?? 'symptom1';
    switch (does) {
      case 'look':
        return await this.look();
      case 'name':
      case 'add': {
        const symptomValue = does === 'name' ? name : 'No Symptom entered';
        const change = { action: 'single', symptomKey, symptomValue, revision };
        const saved = await this.#call<Profile>('updateSymptoms', change);
        if (saved && does === 'name') account.names.add(name);
        if (saved) this.profile = saved;
        return;
      }
      case 'deleteSymptom': {
        const wanted = this.profile?.[symptomKey];
        const before = await account.symptoms();
        const call = { symptomNumber: slot, revision };
        if (!(await this.#call('deleteSymptom', call))) return;
        // The deleted symptom is the one that this device showed.
        expect(before.slots[slot - 1]).toBe(slotText(wanted ?? ''));
        return await this.look();
      }
      case 'undo': {
        const before = await account.symptoms();
        const undone = await this.#call<Profile>('undoSymptomChange', { revision });
        if (!undone) return;
        // A person takes back what they have just named; a name with ratings stays.
        const after = await account.symptoms();
        for (const gone of before.all.filter((each) => !after.all.includes(each))) {
          account.names.delete(gone);
        }
        for (const back of after.all) account.names.add(back);
        this.profile = undone;
        return;
      }
      case 'saveForm': {
        const tracked = SYMPTOM_KEYS.flatMap((key) => {
          const tracks = slotText(this.profile?.[key] ?? '');
          return tracks ? [[key, { name: tracks, severity }] as const] : [];
        });
        if (tracked.length === 0) return;
        const call = { submissionId: randomUUID(), formData: Object.fromEntries(tracked) };
        // The answer to the first try is lost.
        const [saved, again] = [
          await this.#call<Form>('saveSymptomForm', call),
          await this.#call<Form>('saveSymptomForm', call),
        ];
        expect(again).toEqual(saved);
        if (!saved) return;
        account.forms.set(saved.formNumber, saved);
        for (const [, { name: rated }] of tracked) account.names.add(rated);
        return;
      }
      case 'editForm': {
        if (!shown) return;
        const [key] = Object.keys(shown.symptomData);
        const formData = { formNumber: shown.formNumber, [key ?? '']: { severity } };
        const loggedAt = new Date(Date.parse(shown.date) - severity * 60_000).toISOString();
        const call = { action: 'form', formData, version: shown.version, loggedAt };
        const saved = await this.#call<Form>('updateSymptoms', call);
        if (saved) account.forms.set(saved.formNumber, saved);
        return;
      }
      case 'deleteForm':
      case 'restoreForm': {
        const formNumber = shown?.formNumber ?? form;
        if (!(await this.#call(does, { formNumber }))) return;
        if (does === 'deleteForm') account.deleted.add(formNumber);
        else account.deleted.delete(formNumber);
      }
    }
  }

  /** @returns undefined if the call was refused */
  async #call<Answer>(
    name: Parameters<TestUser['browser']['call']>[0],
    input: object,
  ): Promise<Answer | undefined> {
    const { browser, userId } = this.user;
    const response = await browser.call(name, { userId, ...input });
    expect([200, 400, 404, 409]).toContain(response.statusCode);
    return response.statusCode === 200 ? response.json() : undefined;
  }
}

/** What the server has acknowledged. */
class Account {
  readonly names = new Set<string>();
  readonly forms = new Map<number, Form>();
  readonly deleted = new Set<number>();
  readonly user: TestUser;

  constructor(user: TestUser) {
    this.user = user;
  }

  async symptoms() {
    const { browser, userId } = this.user;
    const profile: Profile = (await browser.call('getUserProfile', { userId })).json();
    const slots = SYMPTOM_KEYS.map((key) => slotText(profile[key]));
    return { slots, all: [...slots.filter(Boolean), ...profile.pastSymptoms] };
  }

  async check(): Promise<void> {
    const { all } = await this.symptoms();
    expect([...this.names].filter((name) => !all.includes(name))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
    const stored = await formsOf(this.user);
    const present = [...this.forms.values()].filter(
      ({ formNumber }) => !this.deleted.has(formNumber),
    );
    const byNumber = (a: Form, b: Form) => a.formNumber - b.formNumber;
    expect(stored.toSorted(byNumber)).toEqual(present.sort(byNumber));
  }
}

onEveryDatabase((place) => {
  const test = testApp(place);

  it('two devices lose no name and no rating, whatever they do', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 30 }),
      async (steps) => {
        const user = await freshUser(test, ['Tremor', 'Stiffness', 'Balance']);
        const account = new Account(user);
        for (const name of ['Tremor', 'Stiffness', 'Balance']) account.names.add(name);
        const devices = [user, await secondBrowser(test, user)].map(
          (each) => new Device(each, account),
        );
        for (const device of devices) await device.look();
        for (const each of steps) {
          test.now += 1000;
          await devices[each.device]?.do(each);
        }
        await account.check();
      },
    );
    await fc.assert(property, { numRuns: 10 });
  });
});
