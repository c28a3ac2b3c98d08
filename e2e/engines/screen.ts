import { setTimeout as pause } from 'node:timers/promises';
import type { Control, Engine } from './engine.ts';

/** How long a step waits at most (ms). It is long, because the machine may be busy. */
const PATIENCE_MS = 60_000;
const POLL_MS = 50;

const ROLES = {
  button: 'button',
  'button of a dialog': 'dialog[open] button',
  field: 'input:not([type=range]), select, textarea',
  link: 'a[href]',
  tab: '[role=tab]',
} as const;
type Role = keyof typeof ROLES;

/** What a person does and sees, in any engine. Each step waits until it is possible. */
export class Screen {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** A shown control with this role and accessible name, by its index among several. */
  async find(role: Role, name: string, index = 0): Promise<Control | undefined> {
    return await this.#engine.find(controlNamed, { selector: ROLES[role], name, index });
  }

  async press(role: Role, name: string, index = 0): Promise<void> {
    await (await until(`${role} '${name}'`, () => this.find(role, name, index))).press();
  }

  /** Types into an empty field. */
  async type(label: string, text: string): Promise<void> {
    await (await until(`field '${label}'`, () => this.find('field', label))).type(text);
  }

  /** Sets a date or an option without key presses, because the keys for these differ from engine to engine. */
  async set(label: string, value: string): Promise<void> {
    await until(`field '${label}'`, () => this.#engine.read(setField, { label, value }));
  }

  /** Presses a severity of a symptom in the open form. */
  async rate(symptom: string, severity: number): Promise<void> {
    const find = () => this.#engine.find(stopOf, { symptom, severity });
    await (await until(`the stops of ${symptom}`, find)).press();
    await this.seeRating(symptom, severity);
  }

  async seeRating(symptom: string, severity: number): Promise<void> {
    const read = () => this.#engine.read(isRated, { symptom, severity });
    await until(`${symptom} at ${severity}`, read);
  }

  /** Waits until the text is shown; or, with a selector, until all elements that match it contain the text. */
  async see(text: string, selector = 'body'): Promise<void> {
    await until(`'${text}'`, () => this.#engine.read(isSeen, { text, selector }));
  }

  async seeFocusOn(text: string): Promise<void> {
    await until(`the focus on '${text}'`, () => this.#engine.read(hasFocus, text));
  }
}

/** Calls `ask` until it returns a truthy value. @throws if it returns none within `PATIENCE_MS` */
export async function until<Value>(what: string, ask: () => Promise<Value>) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = await ask();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what} did not appear`);
    await pause(POLL_MS);
  }
}

// These functions run in the page.

function controlNamed({
  selector,
  name,
  index,
}: {
  selector: string;
  name: string;
  index: number;
}) {
  const controls = [...document.querySelectorAll<HTMLInputElement>(selector)].filter((control) => {
    const label = control.ariaLabel ?? control.labels?.[0]?.textContent ?? control.textContent;
    return (
      label.trim() === name &&
      control.checkVisibility({ visibilityProperty: true }) &&
      !control.closest('[aria-hidden=true], [inert]')
    );
  });
  // A bar that stays in view may cover a control at the edge of the window.
  controls[index]?.scrollIntoView({ block: 'center' });
  return controls[index];
}

function setField({ label, value }: { label: string; value: string }) {
  const labels = [...document.querySelectorAll('label')];
  const field = labels.find(({ textContent }) => textContent === label)?.control;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return false;
  // Calls the setter of the prototype. React replaces the element's own setter, and would not notice the change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

function stopOf({ symptom, severity }: { symptom: string; severity: number }) {
  const range = document.querySelector(`input[type=range][aria-label="${symptom}"]`);
  const stops = [...(range?.parentElement?.querySelectorAll('button') ?? [])];
  const stop = stops.find(({ textContent }) => textContent.startsWith(String(severity)));
  stop?.scrollIntoView({ block: 'center' });
  return stop;
}

function isRated({ symptom, severity }: { symptom: string; severity: number }) {
  const range = document.querySelector(`input[type=range][aria-label="${symptom}"]`);
  return range?.ariaValueText?.startsWith(`${severity} of 5`) ?? false;
}

function isSeen({ text, selector }: { text: string; selector: string }) {
  const elements = [...document.querySelectorAll<HTMLElement>(selector)];
  const texts = elements.map(({ innerText }) => innerText.replaceAll(/\s+/g, ' '));
  return texts.length > 0 && texts.every((each) => each.includes(text));
}

function hasFocus(text: string) {
  return document.activeElement?.textContent === text;
}
