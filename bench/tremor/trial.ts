import { setTimeout } from 'node:timers/promises';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { newPerson, signUpWith } from '../../e2e/people.ts';
import { START } from '../../e2e/server.ts';
import { calls } from '../../src/contract/calls.ts';
import type { Form } from '../../src/contract/entities.ts';
import { type Hand, makeHand, seeded } from './hand.ts';

/** The tried controls: our own in two layouts, and a native range for comparison. */
export type Control = 'row' | 'large' | 'native';

export interface FormResult {
  /** How many symptoms had the intended value after one press. */
  readonly rightAtFirst: number;
  readonly symptoms: number;
  /** Whether the form was saved exactly once, with the intended values. */
  readonly savedRightOnce: boolean;
  readonly savedTwice: boolean;
  readonly lost: boolean;
  /** The presses that the three severities took together. */
  readonly presses: number;
}

const NAMES = ['Tremor', 'Stiffness', 'Balance'];
const MAX_TRIES = 5;
/** How long a person looks at the result before the next press. */
const LOOK_MS = 400;
/** How long the server may take. It is generous, because the trial must not measure the machine. */
const SERVER_MS = 30_000;

/** A page on a phone with a form to try. */
export interface Subject {
  readonly page: Page;
  readonly hand: Hand;
  /** Opens an empty form. */
  readonly open: () => Promise<void>;
  /** Brings a symptom's track into view. */
  readonly reach: (symptom: number) => Promise<void>;
  /** The point on the track at which a person aims for a value. */
  readonly aimAt: (symptom: number, value: number) => Promise<{ x: number; y: number }>;
  /** The severity that is shown; undefined if the symptom is not rated. */
  readonly shown: (symptom: number) => Promise<number | undefined>;
  readonly submit: Locator;
  /** Turns on larger stops if the form offers them. @returns whether it did */
  readonly enlarge: () => Promise<boolean>;
  /** The symptom that the form asks to rate before it is sent; undefined if it asks for none. */
  readonly asked: () => Promise<number | undefined>;
  /** Whether the form was submitted. Waits for a submission in progress to end. */
  readonly isSubmitted: () => Promise<boolean>;
  /** The severities of each form saved since the last call. */
  readonly saved: () => Promise<number[][]>;
}

/** Fills in and submits one form. Checks the result of each press, and presses again if it is wrong. */
export async function tryForm(subject: Subject, random: () => number): Promise<FormResult> {
  const meant = NAMES.map(() => 1 + Math.floor(random() * 5));
  await subject.open();
  let presses = 0;
  let rightAtFirst = 0;
  async function rate(symptom: number): Promise<boolean> {
    const value = meant[symptom] ?? 0;
    const isRight = async () => (await subject.shown(symptom)) === value;
    const before = subject.hand.presses();
    let isRightAtFirst = false;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      // A person who sees the right value stops pressing.
      if (tries > 0 && (await isRight())) break;
      if (await subject.enlarge()) await subject.reach(symptom);
      await subject.hand.press(await subject.aimAt(symptom, value));
      await setTimeout(LOOK_MS);
      if (tries === 0) isRightAtFirst = await isRight();
    }
    presses += subject.hand.presses() - before;
    return isRightAtFirst;
  }
  for (const symptom of meant.keys()) {
    await subject.reach(symptom);
    if (await rate(symptom)) rightAtFirst += 1;
  }
  for (let tries = 0; tries < MAX_TRIES * 2 && !(await subject.isSubmitted()); tries += 1) {
    const asked = await subject.asked();
    if (asked !== undefined) {
      await subject.reach(asked);
      await rate(asked);
    }
    const box = await inView(subject.submit);
    if (!box) continue;
    await subject.hand.press(centreOf(box));
    await setTimeout(LOOK_MS);
  }
  const forms = await subject.saved();
  const isRight = forms.every((form) => form.every((value, index) => value === meant[index]));
  return {
    rightAtFirst,
    symptoms: NAMES.length,
    savedRightOnce: forms.length === 1 && isRight,
    savedTwice: forms.length > 1,
    lost: forms.length === 0,
    presses,
  };
}

/**
 * Scrolls a button into view, and returns its position; null if it has disappeared, because the form was
 * sent.
 */
async function inView(button: Locator) {
  try {
    const options = { timeout: LOOK_MS };
    await button.evaluate((it) => it.scrollIntoView({ block: 'center' }), undefined, options);
    return await button.boundingBox(options);
  } catch {
    return null;
  }
}

/** Whether a scroll that starts on a control changes its value. */
export async function tryScroll(subject: Subject, symptom: number): Promise<boolean> {
  await subject.reach(symptom);
  const before = await subject.shown(symptom);
  await subject.hand.scroll(await subject.aimAt(symptom, 1 + (((before ?? 1) + 1) % 5)), 220);
  await setTimeout(LOOK_MS);
  return (await subject.shown(symptom)) !== before;
}

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

/** Opens our own form as a new person, on the server of the end-to-end tests. */
export async function ourForm(
  browser: Browser,
  url: string,
  { control, sigma, seed }: { control: 'row' | 'large'; sigma: number; seed: number },
): Promise<Subject> {
  const context = await browser.newContext({ ...PHONE, baseURL: url });
  const page = await context.newPage();
  // Uses the server's time, so that a form's time is not in the server's future.
  await page.clock.setFixedTime(START);
  if (control === 'large') {
    await page.addInitScript(() => localStorage.setItem('display', '["largeControls"]'));
  }
  await signUpWith(page, newPerson('Hand'), NAMES);
  const { id: userId } = await (await page.request.get(calls.getSession.path)).json();
  // The page has loaded once it shows that there are no forms.
  await expect(page.getByText('No forms submitted yet.')).toBeVisible({ timeout: SERVER_MS });
  const slider = (symptom: number) => page.getByRole('slider', { name: NAMES[symptom] });
  const track = (symptom: number) => slider(symptom).locator('..');
  const dialog = page.getByRole('dialog');
  const hand = makeHand(await context.newCDPSession(page), sigma, seeded(seed));
  let counted = 0;

  /** Turns 'Large controls' off, so that the next form begins with the row of stops. */
  async function turnOffLargeControls(): Promise<void> {
    const data = { userId, display: [] };
    expect((await page.request.post(calls.updateProfile.path, { data })).ok()).toBe(true);
    await page.evaluate(() => {
      localStorage.removeItem('display');
      document.documentElement.removeAttribute('data-largecontrols');
    });
  }

  /** With 'Large controls' the hand presses Next or Back until the symptom is shown. */
  async function show(symptom: number): Promise<void> {
    for (
      let tries = 0;
      tries < MAX_TRIES * 2 && (await slider(symptom).count()) === 0;
      tries += 1
    ) {
      const isBefore = (await slider(0).count()) > 0 || symptom === NAMES.length - 1;
      const button = dialog.getByRole('button', { name: isBefore ? 'Next' : 'Back' });
      await hand.press(centreOf(await button.boundingBox()));
      await setTimeout(LOOK_MS);
    }
  }

  return {
    page,
    hand,
    async open() {
      if (control === 'row') await turnOffLargeControls();
      await page.getByRole('button', { name: 'Track Symptoms' }).click();
      await expect(slider(0)).toBeVisible({ timeout: SERVER_MS });
    },
    async reach(symptom) {
      await show(symptom);
      await track(symptom).evaluate((each) => each.scrollIntoView({ block: 'center' }));
    },
    async aimAt(symptom, value) {
      const stop = track(symptom).getByText(String(value), { exact: true }).locator('..');
      return centreOf(await stop.boundingBox());
    },
    async shown(symptom) {
      const spoken = await slider(symptom).getAttribute('aria-valuetext');
      return spoken === 'not rated' ? undefined : Number.parseInt(spoken ?? '', 10);
    },
    submit: dialog.locator('button[type=submit]'),
    async enlarge() {
      const offered = dialog.getByRole('button', { name: 'Use large controls' });
      if ((await offered.count()) === 0) return false;
      const box = await inView(offered);
      if (box) await hand.press(centreOf(box));
      await setTimeout(LOOK_MS);
      return true;
    },
    async asked() {
      const [question] = await dialog.locator('.question-title').allInnerTexts();
      if (question === undefined) return undefined;
      return NAMES.findIndex((name) => question.includes(name));
    },
    async isSubmitted() {
      await expect(dialog.getByText('Saving...')).toHaveCount(0, { timeout: SERVER_MS });
      return (await dialog.count()) === 0;
    },
    async saved() {
      const answer = await page.request.get(calls.getUserForms.path, { params: { userId } });
      const forms: Form[] = await answer.json();
      const fresh = forms.slice(0, forms.length - counted);
      counted = forms.length;
      return fresh.map((form) => Object.values(form.symptomData).map(({ severity }) => severity));
    },
  };
}

const NATIVE_PAGE = `<!doctype html><meta name="viewport" content="width=device-width">
<style>body{margin:16px;font:20px sans-serif}label{display:block;margin:24px 0}
input{width:100%;height:44px}button{width:100%;height:56px;margin:200px 0;font:inherit}</style>
<form>${NAMES.map(
  (name) => `<label>${name}<input type="range" min="1" max="5" value="1"></label>`,
).join('')}<button>Submit</button></form>
<script>
  window.forms = [];
  document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    forms.push([...document.querySelectorAll('input')].map((input) => Number(input.value)));
  });
</script>`;

/** Opens a page with three native ranges and an ordinary button. */
export async function nativeRanges(
  browser: Browser,
  { sigma, seed }: { sigma: number; seed: number },
): Promise<Subject> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const track = (symptom: number) => page.locator('input').nth(symptom);
  const forms = () => page.evaluate<number[][]>('window.forms');
  return {
    page,
    hand: makeHand(await context.newCDPSession(page), sigma, seeded(seed)),
    open: () => page.setContent(NATIVE_PAGE),
    reach: (symptom) => track(symptom).evaluate((each) => each.scrollIntoView({ block: 'center' })),
    async aimAt(symptom, value) {
      const { x, y, width } = centreOf(await track(symptom).boundingBox());
      // The thumb is 16 px wide, and its centre marks the value.
      return { x: x + ((width - 16) * (value - 3)) / 4, y };
    },
    shown: async (symptom) => Number(await track(symptom).inputValue()),
    submit: page.locator('button'),
    enlarge: async () => false,
    asked: async () => undefined,
    isSubmitted: async () => (await forms()).length > 0,
    saved: forms,
  };
}

function centreOf(box: { x: number; y: number; width: number; height: number } | null) {
  if (!box) throw new Error('The element to press is not displayed');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
}
