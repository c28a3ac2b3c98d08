import { setTimeout } from 'node:timers/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { newPerson, signUpWith } from '../../e2e/people.ts';
import { START } from '../../e2e/server.ts';
import { type CallName, calls } from '../../src/contract/calls.ts';
import type { Dose } from '../../src/contract/entities.ts';
import { makeHand, seeded } from './hand.ts';

/** What happened when a hand wanted to log one dose. */
export interface DoseResult {
  /** Whether exactly one dose was logged, and for the medication that was meant. */
  readonly isRightOnce: boolean;
  /** Whether a dose was logged for another medication. */
  readonly isWrongRow: boolean;
  readonly presses: number;
}

const NAMES = ['Levodopa/carbidopa', 'Amantadine', 'Rasagiline'];
const MAX_TRIES = 5;
/** How long a person looks at the result before the next press. */
const LOOK_MS = 400;
const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

/** A page on a phone at noon, with these medications in the order of their names. */
async function withMedications(browser: Browser, url: string, medications: readonly object[]) {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  const page = await context.newPage();
  await page.clock.setFixedTime(START);
  await signUpWith(page, newPerson('Hand'), ['Tremor']);
  const { id: userId } = await (await page.request.get(calls.getSession.path)).json();
  const send = async (name: CallName, data: object) => {
    const answer = await page.request.post(calls[name].path, { data: { userId, ...data } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const plain = { unit: 'mg', form: '', strength: 100, isLevodopa: false, from: '2026-11-01' };
  for (const each of medications) {
    await send('saveMedication', { ...plain, medicationId: crypto.randomUUID(), ...each });
  }
  await page.reload();
  const logged = async () => {
    const answer = await page.request.get(calls.getDoses.path, { params: { userId } });
    const doses: Dose[] = await answer.json();
    return doses;
  };
  return { context, page, send, logged };
}

/** Presses 'Took it' in the rows of three as-needed medications. Each logged dose is counted and then deleted. */
export async function tryDoses(
  browser: Browser,
  url: string,
  { sigma, seed, count }: { sigma: number; seed: number; count: number },
): Promise<DoseResult[]> {
  const { context, page, send, logged } = await withMedications(
    browser,
    url,
    NAMES.map((name) => ({ name, times: [], asNeeded: true })),
  );
  const button = (name: string) =>
    page.getByRole('button', { name: new RegExp(`${name}.*Took it`) });
  await expect(button(NAMES[0] ?? '')).toBeVisible();
  const random = seeded(seed + 900_000);
  const hand = makeHand(await context.newCDPSession(page), sigma, seeded(seed));
  const results: DoseResult[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const meant = Math.floor(random() * NAMES.length);
    const pressed = hand.presses();
    let doses: Dose[] = [];
    const isMeant = ({ name }: Dose) => name === NAMES[meant];
    for (let tries = 0; tries < MAX_TRIES && !doses.some(isMeant); tries += 1) {
      await closeDialog(page);
      const target = button(NAMES[meant] ?? '');
      await target.evaluate((each) => each.scrollIntoView({ block: 'center' }));
      const box = await target.boundingBox();
      if (!box) throw new Error('The button is not displayed');
      await hand.press({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
      await setTimeout(LOOK_MS);
      doses = await logged();
      // On a busy machine the dose may still be on its way, although its row has no button any more.
      if (doses.length === 0 && !(await target.isVisible())) {
        await expect.poll(async () => (await logged()).length).toBe(1);
        doses = await logged();
      }
    }
    await closeDialog(page);
    results.push({
      isRightOnce: doses.length === 1 && doses.every(isMeant),
      isWrongRow: !doses.every(isMeant),
      presses: hand.presses() - pressed,
    });
    for (const { doseId } of doses) await send('deleteDose', { doseId });
    await page.reload();
  }
  await context.close();
  return results;
}

/** What happened when a hand wanted to log two pills of one time, and then to take them back. */
export interface TogetherResult {
  /** Whether both pills were logged once, and no other. */
  readonly isRightOnce: boolean;
  /** Whether a pill of another time was logged. */
  readonly isWrongTime: boolean;
  readonly presses: number;
  /** Whether one Undo has taken both back. */
  readonly isGoneAtOnce: boolean;
}

const TIMES = ['10:00', '13:00'];

/** Presses 'Took both' for one of two times that are both offered, and then Undo. */
export async function tryTogether(
  browser: Browser,
  url: string,
  { sigma, seed, count }: { sigma: number; seed: number; count: number },
): Promise<TogetherResult[]> {
  const pills = TIMES.flatMap((time) =>
    ['Amantadine', 'Rasagiline'].map((name) => ({
      name: `${name} ${time}`,
      times: [{ time, amount: 1 }],
      asNeeded: false,
    })),
  );
  const { context, page, send, logged } = await withMedications(browser, url, pills);
  const random = seeded(seed + 900_000);
  const hand = makeHand(await context.newCDPSession(page), sigma, seeded(seed));
  const results: TogetherResult[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const time = TIMES[Math.floor(random() * TIMES.length)] ?? '';
    const clock = time === '10:00' ? '10:00 AM' : '1:00 PM';
    const group = page.getByRole('group', { name: clock, exact: true });
    const pressed = hand.presses();
    const isMeant = ({ name }: Dose) => name.endsWith(time);
    let doses: Dose[] = [];
    for (let tries = 0; tries < MAX_TRIES && doses.filter(isMeant).length < 2; tries += 1) {
      await closeDialog(page);
      // A press beside the button may have logged one of the two: then its row is pressed.
      const target = group.getByRole('button', { name: /^Took both|Took it$/ }).first();
      await expect(target).toBeVisible();
      await target.evaluate((each) => each.scrollIntoView({ block: 'center' }));
      const box = await target.boundingBox();
      if (!box) throw new Error('The button is not displayed');
      await hand.press({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
      await setTimeout(LOOK_MS);
      await expect(page.getByText('Waiting')).toHaveCount(0);
      doses = await logged();
    }
    const presses = hand.presses() - pressed;
    await closeDialog(page);
    const undo = group.getByRole('button', { name: `Undo, ${clock}` });
    let isGoneAtOnce = true;
    if (await undo.isVisible()) {
      await undo.click();
      await expect(page.getByText(/were deleted\./)).toBeVisible();
      isGoneAtOnce = (await logged()).filter(isMeant).length === 0;
    }
    results.push({
      isRightOnce: doses.length === 2 && doses.every(isMeant),
      isWrongTime: !doses.every(isMeant),
      presses,
      isGoneAtOnce,
    });
    for (const { doseId } of await logged()) await send('deleteDose', { doseId });
    await page.reload();
  }
  await context.close();
  return results;
}

/** A press beside the button may have opened a dialog. */
async function closeDialog(page: Page): Promise<void> {
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  if (await close.isVisible()) await close.click();
}
