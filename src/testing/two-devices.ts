import 'fake-indexeddb/auto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { Form, Profile } from '../contract/entities.ts';
import { SYMPTOM_KEYS, slotText } from '../domain/symptoms.ts';
import { freshUser, secondBrowser, type TestApp, type TestUser } from '../server/testing/app.ts';
import { Device } from '../web/forms/store/device.ts';
import type { Ratings } from '../web/forms/store/draft.ts';
import { isDiscarded } from '../web/forms/store/form-list.ts';
import { FormStore } from '../web/forms/store/store.ts';
import { call } from '../web/platform/client.ts';
import { Ledger, profileOf, symptomsOf } from './ledger.ts';

/**
 * Two devices of one account: each has the web app's own store of forms, its own disk and its own network. They
 * make the web app's calls to the real server.
 */

const NAMES = ['Tremor', 'Stiffness', 'Balance', 'Falls', 'Pain', 'Sleep', 'Cramps', 'Apathy'];
const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Tokyo'];

const step = fc.record({
  device: fc.constantFrom(0, 1),
  does: fc.constantFrom(
    'look',
    'name',
    'name',
    'addSlot',
    'addSlot',
    'deleteSymptom',
    'deleteSymptom',
    'undo',
    'saveForm',
    'saveForm',
    'saveForm',
    'loseAnswer',
    'editForm',
    'deleteForm',
    'restoreForm',
    'goOffline',
    'goOnline',
    'reload',
    'travel',
  ),
  // Slot 4 is frequent, because only slots 4 and 5 are added and deleted, and slot 5 can exist only after slot 4.
  slot: fc.constantFrom(1, 2, 3, 4, 4, 4, 5),
  name: fc.constantFrom(...NAMES),
  severity: fc.integer({ min: 1, max: 5 }),
  form: fc.nat(8),
  zone: fc.constantFrom(...ZONES),
});
type Step = (typeof step extends fc.Arbitrary<infer Value> ? Value : never) & object;

/** A sequence of steps of both devices. */
export const steps = (count: number): fc.Arbitrary<Step[]> =>
  fc.array(step, { minLength: count, maxLength: count });

/** The device whose code is running. Both run in this process and share the stubbed `fetch` and `indexedDB`. */
const running = new AsyncLocalStorage<Browser>();

function here(): Browser {
  const browser = running.getStore();
  if (!browser) throw new Error('No device runs this code');
  return browser;
}

/** Gives each device its own network and disk, in all tests of the file. Both share one clock, which the test sets. */
export function separateDevices(): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.stubGlobal('fetch', (path: string, request?: RequestInit) => here().fetch(path, request));
    vi.stubGlobal('indexedDB', {
      open: (...name: Parameters<IDBFactory['open']>) => here().disk.open(...name),
    });
  });
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** Runs the steps, brings both devices back online, and checks that nothing acknowledged is lost. */
export async function runSteps(test: TestApp, sequence: readonly Step[]): Promise<Ledger> {
  const user = await freshUser(test, NAMES.slice(0, 3));
  const ledger = new Ledger();
  for (const name of NAMES.slice(0, 3)) ledger.names.add(name);
  const devices = [user, await secondBrowser(test, user)].map((each) => new Browser(each, ledger));
  for (const device of devices) await device.run(() => device.look());
  for (const each of sequence) {
    test.now += 60_000;
    vi.setSystemTime(test.now);
    const device = devices[each.device];
    await device?.run(() => device.do(each));
  }
  const refused = new Set<string>();
  for (const device of devices) {
    for (const note of await device.run(() => device.finish())) refused.add(note);
  }
  await ledger.check(user, refused);
  const [one, other] = devices;
  for (const device of devices) await device.run(() => device.look());
  expect([one?.profile, one?.forms]).toEqual([other?.profile, other?.forms]);
  for (const device of devices) device.run(() => device.store.stop());
  return ledger;
}

/** A device with the app open, and what it saw last. */
class Browser {
  readonly disk = new IDBFactory();
  store: FormStore;
  profile: Profile | undefined;
  forms: readonly Form[] = [];
  #isOnline = true;
  #losesAnswer = false;
  /** What this device offers to undo: the revision that its change made, and the name that it saved, if any. */
  #undo: { readonly revision: number; readonly name: string } | undefined;
  readonly #user: TestUser;
  readonly #ledger: Ledger;

  constructor(user: TestUser, ledger: Ledger) {
    this.#user = user;
    this.#ledger = ledger;
    this.store = this.run(() => this.#openPage());
  }

  run<Result>(work: () => Result): Result {
    return running.run(this, work);
  }

  async fetch(path: string, { method = 'GET', headers, body }: RequestInit = {}) {
    if (!this.#isOnline) throw new TypeError('Failed to fetch');
    const response = await this.#user.browser.send({
      method: method as 'GET' | 'POST',
      url: path,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { payload: body }),
    });
    if (this.#losesAnswer) {
      this.#losesAnswer = false;
      throw new TypeError('Failed to fetch');
    }
    const { statusCode: status, payload } = response;
    return new Response(payload, { status, headers: { 'content-type': 'application/json' } });
  }

  async look(): Promise<void> {
    const { userId } = this.#user;
    this.profile = await call('getUserProfile', { userId });
    this.forms = (await call('getUserForms', { userId })) as Form[];
  }

  async do({ does, slot: any, name, severity, form, zone }: Step): Promise<void> {
    const { userId } = this.#user;
    const { revision = 0, timeZone = 'UTC' } = this.profile ?? {};
    // Only slots 4 and 5 are added and deleted.
    const slot = does === 'addSlot' || does === 'deleteSymptom' ? Math.max(4, any) : any;
    const symptomKey = SYMPTOM_KEYS[slot - 1] ?? 'symptom1';
    const shown = this.forms[form % Math.max(1, this.forms.length)];
    switch (does) {
      case 'look':
        this.#undo = undefined;
        return void (await this.#tried(() => this.look()));
      case 'name':
      case 'addSlot': {
        const symptomValue = does === 'name' ? name : 'No Symptom entered';
        const change = { action: 'single', symptomKey, symptomValue, revision } as const;
        const saved = await this.#tried(() => call('updateSymptoms', { userId, ...change }));
        if (!saved) return;
        this.profile = saved as Profile;
        if (does === 'name') this.#ledger.names.add(name);
        const { undoable } = saved as Profile & { readonly undoable: boolean };
        // A repeated press changes nothing, and the page then offers no Undo.
        this.#undo = undoable
          ? { revision: this.profile.revision, name: does === 'name' ? name : '' }
          : undefined;
        return;
      }
      case 'deleteSymptom': {
        const before = symptomsOf(await profileOf(this.#user));
        const change = { userId, symptomNumber: slot, revision };
        const deleted = await this.#tried(() => call('deleteSymptom', change));
        if (!deleted) return;
        // The server must delete the symptom that this device showed, even if the other device has changed the slots.
        expect(before.slots[slot - 1]).toBe(slotText(this.profile?.[symptomKey] ?? ''));
        this.profile = (deleted as { profile: Profile }).profile;
        this.#undo = { revision: this.profile.revision, name: '' };
        return;
      }
      case 'undo': {
        // The page offers Undo only after a change that was made on the same device.
        const undo = this.#undo;
        if (!undo) return;
        const before = symptomsOf(await profileOf(this.#user));
        const change = { userId, revision: undo.revision };
        const undone = await this.#tried(() => call('undoSymptomChange', change));
        if (!undone) return;
        this.profile = undone as Profile;
        const after = symptomsOf(this.profile);
        // Undo may remove only the name that this device has just saved. A name with ratings stays.
        const gone = before.all.filter((each) => !after.all.includes(each));
        expect(gone.filter((each) => each !== undo.name)).toEqual([]);
        for (const each of gone) this.#ledger.names.delete(each);
        this.#undo = undefined;
        return;
      }
      case 'loseAnswer':
        this.#losesAnswer = this.#isOnline;
        await this.#saveForm(severity, timeZone);
        this.#losesAnswer = false;
        return;
      case 'saveForm':
        return await this.#saveForm(severity, timeZone);
      case 'editForm':
        return shown && (await this.#editForm(shown, severity));
      case 'deleteForm':
      case 'restoreForm': {
        const formNumber = shown?.formNumber ?? form + 1;
        return void (await this.#tried(() => call(does, { userId, formNumber })));
      }
      case 'goOffline':
        this.#isOnline = false;
        return;
      case 'goOnline':
        this.#isOnline = true;
        return await this.store.sendNow();
      case 'reload':
        this.store.stop();
        this.store = this.#openPage();
        return;
      case 'travel': {
        const moved = await this.#tried(() => call('updateProfile', { userId, timeZone: zone }));
        if (moved) this.profile = moved as Profile;
      }
    }
  }

  /** Goes online and sends the waiting forms. @returns the notes of the forms that the server refused */
  async finish(): Promise<string[]> {
    this.#isOnline = true;
    await this.store.sendNow();
    const { entries } = this.store.getState();
    const refused = entries.filter(({ status }) => status === 'refused');
    expect(entries.filter((each) => !refused.includes(each) && !isDiscarded(each))).toEqual([]);
    return refused.flatMap(({ submission }) =>
      Object.values(submission?.formData ?? {}).map(({ notes }) => notes),
    );
  }

  async #saveForm(severity: number, timeZone: string): Promise<void> {
    const { profile, store } = this;
    if (!profile) return;
    const ratings: Ratings = Object.fromEntries(
      SYMPTOM_KEYS.flatMap((key) => {
        const name = slotText(profile[key]);
        return name ? [[key, { name, severity, notes: this.#ledger.newNote() }]] : [];
      }),
    );
    const rated = Object.values(ratings);
    if (rated.length === 0) return;
    await store.begin();
    store.change({ changes: rated });
    const outcome = await this.#submit(ratings, timeZone);
    if (outcome === 'open') return;
    for (const { name, notes } of rated) {
      this.#ledger.add(notes, timeZone);
      // The server records the names of a waiting form only when the form arrives.
      if (outcome === 'saved') this.#ledger.names.add(name);
    }
  }

  async #editForm(form: Form, severity: number): Promise<void> {
    const { store } = this;
    const [key] = SYMPTOM_KEYS.filter((each) => form.symptomData[each]);
    const former = key && form.symptomData[key];
    if (!former) return;
    const notes = this.#ledger.newNote();
    const changed = { name: former.name, severity, notes };
    await store.begin(form);
    const loggedAt = new Date(Date.parse(form.date) - severity * 60_000).toISOString();
    store.change({ changes: [changed], loggedAt });
    const outcome = await this.#submit({ ...form.symptomData, [key]: changed });
    if (outcome === 'saved') this.#ledger.replace(former.notes, notes);
  }

  /**
   * Submits the form in the dialog, and closes the dialog. If the form could not be submitted and is still open,
   * discards it.
   */
  async #submit(ratings: Ratings, timeZone?: string): Promise<'saved' | 'waiting' | 'open'> {
    const { store } = this;
    store.takeSaved();
    await store.submit(ratings, timeZone);
    if (store.takeSaved().length > 0) return 'saved';
    const { entries, shownId } = store.getState();
    const shown = entries.find(({ draft }) => draft.submissionId === shownId);
    if (shown?.status === 'open') {
      store.discard();
      return 'open';
    }
    await store.close();
    return 'waiting';
  }

  #openPage(): FormStore {
    const callbacks = { onSaved() {}, onSessionLost() {} };
    const store = new FormStore({
      trackerKey: this.#user.userId,
      device: new Device(),
      ...callbacks,
    });
    store.start();
    store.showDrafts();
    return store;
  }

  /** @returns undefined if the call was refused or there is no network */
  async #tried<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      const { status } = error as { status?: number };
      expect([400, 404, 409]).toContain(status);
      return undefined;
    }
  }
}
