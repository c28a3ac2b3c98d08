import { setTimeout } from 'node:timers/promises';
import { type Browser, expect } from '@playwright/test';
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

/** Presses 'Took it' in the rows of three as-needed medications. Each logged dose is counted and then deleted. */
export async function tryDoses(
  browser: Browser,
  url: string,
  { sigma, seed, count }: { sigma: number; seed: number; count: number },
): Promise<DoseResult[]> {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  const page = await context.newPage();
  await page.clock.setFixedTime(START);
  await signUpWith(page, newPerson('Hand'), ['Tremor']);
  const { id: userId } = await (await page.request.get(calls.getSession.path)).json();
  const send = async (name: CallName, data: object) => {
    const answer = await page.request.post(calls[name].path, { data: { userId, ...data } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const plain = { unit: 'mg', form: '', times: [], asNeeded: true, from: '2026-11-01' };
  for (const name of NAMES) {
    const medication = { medicationId: crypto.randomUUID(), name, strength: 100 };
    await send('saveMedication', { ...plain, ...medication, isLevodopa: false });
  }
  await page.reload();
  const button = (name: string) =>
    page.getByRole('button', { name: new RegExp(`${name}.*Took it`) });
  await expect(button(NAMES[0] ?? '')).toBeVisible();
  const random = seeded(seed + 900_000);
  const hand = makeHand(await context.newCDPSession(page), sigma, seeded(seed));
  const logged = async () => {
    const answer = await page.request.get(calls.getDoses.path, { params: { userId } });
    const doses: Dose[] = await answer.json();
    return doses;
  };
  const results: DoseResult[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const meant = Math.floor(random() * NAMES.length);
    const pressed = hand.presses();
    let doses: Dose[] = [];
    const isMeant = ({ name }: Dose) => name === NAMES[meant];
    for (let tries = 0; tries < MAX_TRIES && !doses.some(isMeant); tries += 1) {
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
