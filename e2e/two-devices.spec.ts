import type { Page } from '@playwright/test';
import { type CallName, calls } from '../src/contract/calls.ts';
import type { Rating } from '../src/domain/rating.ts';
import { newPerson, pressStops, signIn, signUpWith } from './people.ts';
import { START } from './server.ts';
import { expect, test } from './test.ts';

/**
 * Two browsers of one person: each kind of step, with and without a network, and with a profile that the other browser
 * has changed meanwhile. `src/testing/two-devices.test.ts` takes random steps without browsers.
 */

type Kind =
  | 'name'
  | 'addSlot'
  | 'deleteSlot'
  | 'undo'
  | 'log'
  | 'edit'
  | 'retime'
  | 'delete'
  | 'zone'
  | 'network';

/** Which of the two devices takes each step, and the status of the answer; none without a network. */
const STEPS: readonly (readonly [device: 0 | 1, kind: Kind, status?: number])[] = [
  [0, 'network'],
  [0, 'log'],
  [1, 'name', 200],
  [1, 'log', 200],
  [0, 'zone'],
  [0, 'network'],
  [1, 'edit', 200],
  [0, 'retime', 200],
  [1, 'addSlot', 200],
  // This device shows the profile as it was before.
  [0, 'name', 409],
  [0, 'name', 200],
  [0, 'deleteSlot', 200],
  [0, 'undo', 200],
  [1, 'name', 409],
  [0, 'name', 200],
  [0, 'undo', 200],
  [0, 'delete', 200],
  [1, 'zone', 200],
  [1, 'log', 200],
];

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

  /** @returns the status of the answer to the step's call; undefined if there is no call or no answer */
  async do(kind: Kind, step: number): Promise<number | undefined> {
    const page = this.#page;
    if (['name', 'addSlot', 'deleteSlot', 'undo', 'zone'].includes(kind))
      await this.#open('Profile');
    else await this.#open('Symptom Overview');
    switch (kind) {
      case 'name': {
        const fields = page.getByLabel(/^Symptom \d$/);
        await expect(fields.first()).toBeVisible();
        const slot = (step % (await fields.count())) + 1;
        const name = `Symptom of step ${step}`;
        await fields.nth(slot - 1).fill(name);
        const status = await this.#press(`Save symptom ${slot}`, 'updateSymptoms');
        if (status === 200) {
          this.names.add(name);
          this.#lastName = name;
        }
        return status;
      }
      case 'addSlot':
        this.#lastName = '';
        return await this.#press('Add Symptom', 'updateSymptoms');
      case 'deleteSlot':
        this.#lastName = '';
        return await this.#press(/^Delete symptom \d$/, 'deleteSymptom');
      case 'undo': {
        // The name that this removes is no longer expected at the end.
        const status = await this.#press('Undo', 'undoSymptomChange');
        if (status === 200) this.names.delete(this.#lastName);
        return status;
      }
      case 'log':
        return await this.#log(step);
      case 'zone':
        return await this.#travel(step);
      case 'edit':
      case 'retime':
      case 'delete':
        return await this.#change(kind, step);
      case 'network':
        return void (await this.setOnline(!this.isOnline));
    }
  }

  /**
   * Sets whether the device has a network. When it has one again, the page is loaded again and the waiting forms are
   * sent. Without the reload, a fetch that failed could be repeated at any later step and renew the profile.
   */
  async setOnline(isOnline: boolean): Promise<void> {
    this.isOnline = isOnline;
    await this.#page.context().setOffline(!isOnline);
    if (!isOnline) return;
    await this.#page.reload();
    await this.#open('Symptom Overview');
    const send = this.#page.getByRole('button', { name: 'Send now' });
    if (await send.isVisible()) await send.click();
    await expect(this.#page.getByText(/ waits?\./)).toBeHidden();
  }

  async #open(tab: string): Promise<void> {
    await this.#page.getByRole('tab', { name: tab, exact: true }).first().click();
  }

  /** Presses a button. @returns the status of the answer to the call; undefined if there is no network */
  async #press(name: string | RegExp, call: CallName): Promise<number | undefined> {
    const request = this.#page.waitForRequest((each) => each.url().endsWith(calls[call].path));
    await this.#page.getByRole('button', { name }).first().click();
    return (await (await request).response())?.status();
  }

  async #log(step: number): Promise<number | undefined> {
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
    const status = await this.#press('Submit', 'saveSymptomForm');
    if (!this.isOnline) {
      await expect(page.getByText('Saved on this device.')).toBeVisible();
    }
    await expect(page.getByRole('dialog')).toBeHidden();
    this.#ratings.set(note, 1 + (step % 5));
    return status;
  }

  async #travel(step: number): Promise<number | undefined> {
    const page = this.#page;
    await page.getByRole('button', { name: 'Edit personal information' }).click();
    const zones = ['America, New York', 'Europe, Berlin', 'Asia, Tokyo'];
    await page.getByLabel('Time Zone', { exact: true }).selectOption(zones[step % 3] ?? '');
    const status = await this.#press('Save changes', 'updateProfile');
    const cancel = page.getByRole('button', { name: 'Cancel' });
    if (!this.isOnline) await cancel.click();
    await expect(cancel).toBeHidden();
    return status;
  }

  /** Corrects or deletes the latest form. After a deletion, presses Undo. */
  async #change(kind: 'edit' | 'retime' | 'delete', step: number): Promise<number | undefined> {
    const page = this.#page;
    // The dialog fetches the profile. Its answer must not come after a change by the other device.
    const profile = page.waitForResponse((each) => each.url().includes(calls.getUserProfile.path));
    await page
      .getByRole('button', { name: /^Edit Form #/ })
      .first()
      .click();
    await (await profile).finished();
    await expect(page.getByRole('slider').first()).toBeVisible();
    const note = await page
      .getByLabel(/^Notes for/)
      .first()
      .inputValue();
    const severity = 1 + (step % 5);
    if (kind === 'edit') await pressStops(page, [severity]);
    if (kind === 'retime') {
      await page.getByRole('button', { name: 'Change the time' }).click();
      await page.getByLabel(/^Time \(/).fill(`01:${10 + step}`);
    }
    const status = await (kind === 'delete'
      ? this.#press('Delete this form', 'deleteForm')
      : this.#press('Submit', 'updateSymptoms'));
    await expect(page.getByRole('dialog')).toBeHidden();
    if (kind === 'edit') this.#ratings.set(note, severity);
    return kind === 'delete' ? await this.#press('Undo', 'restoreForm') : status;
  }
}

test('two browsers lose no name and no rating, whatever each does, and agree in the end', async ({
  page,
  browser,
  server,
  expectConsoleError,
}) => {
  // Refused changes and the missing network cause these errors.
  expectConsoleError(/status of 4(00|09)|ERR_INTERNET_DISCONNECTED/);
  const person = newPerson('Both');
  // The profile can be opened without a network once its code is loaded.
  const profiles = [page.waitForResponse(/profile-screen.*js$/)];
  await signUpWith(page, person, ['Tremor', 'Stiffness', 'Balance']);
  const second = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
  const other = await second.newPage();
  await other.clock.setFixedTime(START);
  profiles.push(other.waitForResponse(/profile-screen.*js$/));
  await signIn(other, person.email, person.password);
  const acknowledged = new Map<string, number>();
  const devices = [new Device(page, acknowledged), new Device(other, acknowledged)];
  await Promise.all(profiles);
  for (const [index, [each, kind, status]] of STEPS.entries()) {
    await test.step(`${index + 1}: device ${each}, ${kind}`, async () => {
      expect(await devices[each]?.do(kind, index + 1)).toBe(status);
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
  expect(acknowledged.size).toBe(STEPS.filter(([, kind]) => kind === 'log').length);
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
