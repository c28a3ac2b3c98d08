import type { Page } from '@playwright/test';
import { type CallName, calls } from '../src/contract/calls.ts';
import type { Rating } from '../src/domain/rating.ts';
import { newPerson, pressStops, signIn, signUpWith } from './people.ts';
import { START } from './server.ts';
import { expect, test } from './test.ts';

/**
 * Two browsers of one person, 50 steps. `src/testing/two-devices.test.ts` takes more steps without browsers.
 */

const STEPS = 50;
const KINDS = [
  'name',
  'name',
  'addSlot',
  'deleteSlot',
  'undo',
  'log',
  'log',
  'edit',
  'retime',
  'delete',
  'zone',
  'network',
];

/** How long a button may take to be ready (ms). */
const SHORT = { timeout: 3000 };

/** A device, and what it has shown as saved. The first rating of each form has a unique note. */
class Device {
  readonly names = new Set<string>();
  /** The name that Undo would remove; '' after another change. */
  #lastName = '';
  isOnline = true;
  readonly #page: Page;
  readonly #ratings: Map<string, number>;

  /** @param ratings the note of each acknowledged rating, with its severity; both devices share it */
  constructor(page: Page, ratings: Map<string, number>) {
    this.#page = page;
    this.#ratings = ratings;
  }

  async do(kind: string, step: number): Promise<void> {
    const page = this.#page;
    if (['name', 'addSlot', 'deleteSlot', 'undo', 'zone'].includes(kind))
      await this.#open('Profile');
    else await this.#open('Symptom Overview');
    switch (kind) {
      case 'name': {
        const fields = page.getByLabel(/^Symptom \d$/);
        const slot = (step % (await fields.count())) + 1;
        const name = `Symptom of step ${step}`;
        await fields.nth(slot - 1).fill(name);
        const save = page.getByRole('button', { name: `Save symptom ${slot}` });
        if ((await this.#statusOf('updateSymptoms', () => save.click())) === 200) {
          this.names.add(name);
          this.#lastName = name;
        }
        return;
      }
      case 'addSlot':
        return await this.#press('Add Symptom', 'updateSymptoms');
      case 'deleteSlot':
        return await this.#press(/^Delete symptom \d$/, 'deleteSymptom');
      case 'undo':
        return await this.#undo();
      case 'log':
        return await this.#log(step);
      case 'zone':
        return await this.#travel(step);
      case 'edit':
      case 'retime':
      case 'delete':
        return await this.#change(kind, step);
      case 'network':
        await this.setOnline(!this.isOnline);
    }
  }

  /** Sets whether the device has a network. When it has one again, the waiting forms are sent. */
  async setOnline(isOnline: boolean): Promise<void> {
    this.isOnline = isOnline;
    await this.#page.context().setOffline(!isOnline);
    if (!isOnline) return;
    await this.#open('Symptom Overview');
    const send = this.#page.getByRole('button', { name: 'Send now' });
    if (await send.isVisible()) await send.click();
    await expect(this.#page.getByText(/ waits?\./)).toBeHidden();
  }

  async #open(tab: string): Promise<void> {
    await this.#page.getByRole('tab', { name: tab, exact: true }).first().click();
  }

  async #press(name: string | RegExp, call: CallName): Promise<void> {
    const button = this.#page.getByRole('button', { name }).first();
    if (!(await button.isVisible())) return;
    await this.#statusOf(call, () => button.click(SHORT));
    this.#lastName = '';
  }

  /** Presses Undo. The name that it removes is no longer expected at the end. */
  async #undo(): Promise<void> {
    const button = this.#page.getByRole('button', { name: 'Undo' }).first();
    if (!(await button.isVisible())) return;
    if ((await this.#statusOf('undoSymptomChange', () => button.click(SHORT))) !== 200) return;
    this.names.delete(this.#lastName);
  }

  async #log(step: number): Promise<void> {
    const page = this.#page;
    await page.getByRole('button', { name: 'Track Symptoms' }).click();
    const sliders = page.getByRole('slider');
    await expect(sliders.first()).toBeVisible();
    await pressStops(
      page,
      Array.from({ length: await sliders.count() }, () => 1 + (step % 5)),
    );
    await page
      .getByRole('button', { name: /^Add a note for/ })
      .first()
      .click();
    const note = `Note of step ${step}`;
    await page.getByLabel(/^Notes for/).fill(note);
    await this.#statusOf('saveSymptomForm', () =>
      page.getByRole('button', { name: 'Submit' }).click(),
    );
    if (!this.isOnline) {
      await expect(page.getByText('Saved on this device.')).toBeVisible();
    }
    await expect(page.getByRole('dialog')).toBeHidden();
    this.#ratings.set(note, 1 + (step % 5));
  }

  async #travel(step: number): Promise<void> {
    const page = this.#page;
    await page.getByRole('button', { name: 'Edit personal information' }).click();
    const zones = ['America, New York', 'Europe, Berlin', 'Asia, Tokyo'];
    await page.getByLabel('Time Zone', { exact: true }).selectOption(zones[step % 3] ?? '');
    await this.#statusOf('updateProfile', () =>
      page.getByRole('button', { name: 'Save changes' }).click(),
    );
    const cancel = page.getByRole('button', { name: 'Cancel' });
    if (!this.isOnline) await cancel.click();
    await expect(cancel).toBeHidden();
  }

  /** Corrects or deletes the latest form. Discards a change that cannot be saved. */
  async #change(kind: 'edit' | 'retime' | 'delete', step: number): Promise<void> {
    const page = this.#page;
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
    const edit = page.getByRole('button', { name: /^Edit Form #/ }).first();
    if (!(await edit.isVisible())) return;
    await edit.click();
    const severity = 1 + (step % 5);
    await expect(page.getByRole('slider').first()).toBeVisible();
    const note = await page
      .getByLabel(/^Notes for/)
      .first()
      .inputValue();
    if (kind === 'edit') await pressStops(page, [severity]);
    if (kind === 'retime') {
      await press('Change the time');
      await page.getByLabel(/^Time \(/).fill(`01:${10 + step}`);
    }
    const status = await (kind === 'delete'
      ? this.#statusOf('deleteForm', () => press('Delete this form'))
      : this.#statusOf('updateSymptoms', () => press('Submit')));
    if (status !== 200) await press('Close');
    else if (kind === 'edit') this.#ratings.set(note, severity);
    await expect(page.getByRole('dialog')).toBeHidden();
    if (kind === 'delete' && status === 200 && step % 2 === 0) {
      const deleted = page.getByRole('status').filter({ hasText: 'was deleted.' });
      const undo = deleted.getByRole('button', { name: 'Undo' });
      await this.#statusOf('restoreForm', () => undo.click(SHORT));
    }
  }

  /**
   * The status of the answer to a call that a press makes. Undefined if the answer does not arrive. Also undefined
   * if the control does not exist any more, because the other device has changed the symptoms.
   */
  async #statusOf(name: CallName, press: () => Promise<void>): Promise<number | undefined> {
    const isPressed = Promise.withResolvers<boolean>();
    const request = this.#page.waitForRequest((each) => each.url().endsWith(calls[name].path));
    const answered = request.then(async (each) => (await each.response())?.status());
    answered.catch(() => {});
    press().then(
      () => isPressed.resolve(true),
      () => isPressed.resolve(false),
    );
    return (await isPressed.promise) ? await answered : undefined;
  }
}

test('two browsers lose no name and no rating in 50 steps, and agree in the end', async ({
  page,
  browser,
  server,
  expectConsoleError,
}) => {
  test.setTimeout(180_000);
  // Refused changes and the missing network cause these errors.
  expectConsoleError(/status of 4(00|09)|ERR_INTERNET_DISCONNECTED/);
  const person = newPerson('Both');
  await signUpWith(page, person, ['Tremor', 'Stiffness', 'Balance']);
  const second = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const other = await second.newPage();
  await other.clock.setFixedTime(START);
  await signIn(other, person.email, person.password);
  const acknowledged = new Map<string, number>();
  const devices = [new Device(page, acknowledged), new Device(other, acknowledged)];
  const next = randomFrom(16);
  for (let step = 1; step <= STEPS; step += 1) {
    const [device, kind] = [devices[next(2)], KINDS[next(KINDS.length)] ?? ''];
    await test.step(`${step}: device ${devices.indexOf(device as Device)}, ${kind}`, async () => {
      await device?.do(kind, step);
    });
  }
  for (const device of devices) await device.setOnline(true);

  const seen = [];
  for (const each of [page, other]) {
    await each.goto('/dashboard?tab=profile');
    await expect(each.getByText('Full Name')).toBeVisible();
    const fields = await each.getByLabel(/^Symptom \d$/).all();
    const slots = await Promise.all(fields.map((field) => field.inputValue()));
    await each.goto('/dashboard');
    const latest = each.getByRole('region', { name: 'Form history' });
    await expect(latest.getByText(/^Form #/)).toBeVisible();
    // Reads only the first row, because the region also contains the deleted forms, which load later.
    seen.push({ slots, latest: await latest.locator('.entry-row').first().innerText() });
  }
  expect(seen[0]).toEqual(seen[1]);

  const { db } = server.context;
  const mine = db
    .selectFrom('accounts')
    .select('user_id')
    .where('email', '=', person.email.toLowerCase());
  const forms = await db
    .selectFrom('entries')
    .select('fields')
    .where('user_id', 'in', mine)
    .where('kind', '=', 'form')
    .execute();
  const ratings = forms
    .flatMap(({ fields }): readonly Rating[] => JSON.parse(fields).ratings)
    .filter(({ notes }) => notes !== '');
  expect(acknowledged.size).toBeGreaterThan(5);
  const stored = ratings.map(({ notes, severity }) => [notes, severity]);
  expect(stored.sort()).toEqual([...acknowledged].sort());
  const [slots, past] = await Promise.all([
    db.selectFrom('slots').select('name').where('user_id', 'in', mine).execute(),
    db.selectFrom('past_symptoms').select('name').where('user_id', 'in', mine).execute(),
  ]);
  const names = [...slots, ...past].map(({ name }) => name);
  const lost = devices.flatMap((device) =>
    [...device.names].filter((name) => !names.includes(name)),
  );
  expect(lost).toEqual([]);
  await second.close();
});

/** Random whole numbers below a limit (a linear congruential generator). A seed always gives the same numbers. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
