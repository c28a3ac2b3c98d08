import type { CallName } from '../../../contract/calls.ts';
import { Browser, freshUser, type TestApp, type TestUser } from '../app.ts';
import { letIn } from '../caregivers.ts';
import { madeShare, reading } from '../sharing.ts';

/** Everybody who may make a call about a person's entries, or must not. */
const ROLES = [
  'person',
  /** A caregiver who may log, and sees notes. */
  'helper',
  /** A caregiver who may log, and sees no notes. */
  'noNotes',
  /** A caregiver who may only read. */
  'watcher',
  /** Somebody who has opened a link. */
  'reader',
  /** Somebody with an account who is no caregiver. */
  'stranger',
  'nobody',
] as const;
export type Role = (typeof ROLES)[number];

/** A call and its input, without the user id of the person. */
export type Step = readonly [call: CallName, input: object];

/** Writes down calls with their answers, in an account whose ids are the same in every run. */
export class Recording {
  readonly lines: string[] = [];
  readonly #test: TestApp;
  readonly #browsers: Readonly<Record<Role, Browser>>;
  readonly person: TestUser;

  private constructor(test: TestApp, person: TestUser, browsers: Record<Role, Browser>) {
    this.#test = test;
    this.person = person;
    this.#browsers = browsers;
  }

  /** @param number makes the ids of this recording differ from those of others */
  static async start(test: TestApp, number: number, symptoms: string[]): Promise<Recording> {
    const id = (one: number) => `${number}0000000-0000-4000-8000-00000000000${one}`;
    const person = await freshUser(test, symptoms, id(1));
    const helper = await freshUser(test, [], id(2));
    const noNotes = await freshUser(test, [], id(3));
    const watcher = await freshUser(test, [], id(4));
    const { browser: stranger } = await freshUser(test, [], id(5));
    await letIn(test, person, helper, { may: 'log', notes: true }, id(6));
    await letIn(test, person, noNotes, { may: 'log' }, id(7));
    await letIn(test, person, watcher, { may: 'read', notes: true }, id(8));
    const reader = await reading(test, await madeShare(test, person));
    return new Recording(test, person, {
      person: person.browser,
      helper: helper.browser,
      noNotes: noNotes.browser,
      watcher: watcher.browser,
      reader,
      stranger,
      nobody: new Browser(test),
    });
  }

  title(title: string): void {
    this.lines.push('', `# ${title}`);
  }

  /** Makes calls one after the other, a second apart. */
  async by(role: Role, ...steps: readonly Step[]): Promise<void> {
    for (const [call, input] of steps) await this.#call(role, call, input);
  }

  /** Makes the same calls as each role. Entries change on the way, as the answers show. */
  async byAll(...steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      for (const role of ROLES) await this.by(role, step);
    }
  }

  async #call(role: Role, call: CallName, input: object): Promise<void> {
    this.#test.now += 1000;
    const asked = { userId: this.person.userId, ...input };
    const answer = await this.#browsers[role].call(call, asked);
    this.lines.push(`${role} ${call} ${JSON.stringify(input)}`);
    this.lines.push(`  ${answer.statusCode} ${answer.body}`);
  }
}
