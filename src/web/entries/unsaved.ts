import { capitalized } from '../../domain/capitalized.ts';
import { listed } from '../../domain/listed.ts';
import { type Device, isWaiting } from '../forms/store/device.ts';
import { type Draft, isUnsaved } from '../forms/store/draft.ts';
import type { FormStore } from '../forms/store/store.ts';
import { askOtherTabs } from '../platform/other-tabs.ts';
import { randomUuid } from '../platform/random-uuid.ts';
import type { Unsaved, UnsavedKind } from '../platform/unsaved.ts';
import type { AnyQueuedKind } from './kind.ts';

/** Where the unsaved things of the signed-in person are. */
export interface Places {
  readonly userId: string;
  readonly device: Device;
  /** The stores of the trackers that this page has open, by the owner's id. */
  readonly stores: ReadonlyMap<string, FormStore>;
  readonly kinds: UnsavedKinds;
}

interface UnsavedSource {
  readonly one: string;
  readonly several: (count: number) => string;
  /** Finds those for the person and for others, also for people whom the person does not help any more. */
  readonly find: (places: Places) => readonly Unsaved[] | Promise<readonly Unsaved[]>;
  /** Deletes these, and nothing else that holds input. */
  readonly forget: (unsaved: readonly Unsaved[], places: Places) => void | Promise<void>;
}

/** '2 forms'. */
const counted = (words: string) => (count: number) => `${count} ${words}`;

const FORMS: UnsavedSource = {
  one: 'a form',
  several: counted('forms'),
  find: findForms,
  forget: forgetForms,
};

/** What is only typed in fields: `findTyped` finds all of it, and it ends with its page. */
const TYPED: readonly (readonly [UnsavedKind, Pick<UnsavedSource, 'one' | 'several'>])[] = [
  ['symptoms', { one: 'a symptom', several: counted('symptoms') }],
  ['medications', { one: 'a medication', several: counted('medications') }],
  ['facts', { one: 'your personal information', several: () => 'your personal information' }],
  ['invitations', { one: 'an invitation', several: counted('invitations') }],
  ['links', { one: 'a link for sharing', several: counted('links for sharing') }],
];

/** In the order of sentences. */
export type UnsavedKinds = ReadonlyMap<UnsavedKind, UnsavedSource>;

/**
 * Everything that a log-out deletes. The question before a log-out and the deletion both read this list, so that nothing
 * is deleted that the question did not name.
 */
export function unsavedKinds(kinds: readonly AnyQueuedKind[]): UnsavedKinds {
  const drafts = kinds.flatMap(({ name, drafts }): [UnsavedKind, UnsavedSource][] =>
    drafts ? [[name, { ...drafts, find: ({ userId }) => drafts.find(userId) }]] : [],
  );
  const typed = TYPED.map(([name, words]): [UnsavedKind, UnsavedSource] => [
    name,
    { ...words, find: () => [], forget: () => {} },
  ]);
  return new Map([['forms', FORMS], ...drafts, ...typed]);
}

/**
 * Finds everything that a log-out would delete, in all windows. If the device does not answer, only what this page has
 * open and what is typed.
 */
export async function findUnsaved(places: Places): Promise<readonly Unsaved[]> {
  const { userId, kinds } = places;
  const stored = [...kinds.values()].map((kind) => kind.find(places));
  return (await Promise.all([...stored, findTyped(userId), askOtherTabs(userId)])).flat();
}

/** Deletes these unsaved things from this device. It stops their pending writes before it returns. */
export async function forgetUnsaved(unsaved: readonly Unsaved[], places: Places): Promise<void> {
  await Promise.all(
    [...places.kinds].map(([name, { forget }]) =>
      forget(
        unsaved.filter(({ kind }) => kind === name),
        places,
      ),
    ),
  );
}

/** Whether all of `found` was named. */
export function isNamed(found: readonly Unsaved[], named: readonly Unsaved[]): boolean {
  const idOf = ({ kind, trackerKey, id }: Unsaved) => `${kind} ${trackerKey} ${id}`;
  const ids = new Set(named.map(idOf));
  return found.every((each) => ids.has(idOf(each)));
}

/**
 * Names what a log-out deletes: 'A form and 2 check-ins are not saved. They will be deleted.'
 *
 * @param nameOf the name of the person whom a tracker describes; '' for the signed-in person
 *
 * @returns a sentence for each tracker
 */
export function unsavedSentences(
  unsaved: readonly Unsaved[],
  kinds: UnsavedKinds,
  nameOf: (trackerKey: string) => string,
): readonly string[] {
  const trackers = [...new Set(unsaved.map(({ trackerKey }) => trackerKey))];
  return trackers.map((trackerKey) => {
    const things = unsaved.filter((each) => each.trackerKey === trackerKey);
    const name = nameOf(trackerKey);
    const changes = wordsOf(
      things.filter(({ isChange }) => isChange),
      kinds,
    );
    const begun = wordsOf(
      things.filter(({ isChange }) => !isChange),
      kinds,
    );
    // The changes are last: in 'changes to a form and a visit', the visit would be a change too.
    const words = [begun, changes && `changes to ${changes}`].filter(Boolean).join(' and ');
    const isOne =
      things.every(({ kind }) => kind === 'visits') ||
      (things.length === 1 && !things[0]?.isChange);
    const forName = name && ` for ${name}`;
    const sentence = `${words}${forName} ${isOne ? 'is' : 'are'} not saved. ${isOne ? 'It' : 'They'} will be deleted.`;
    return capitalized(sentence);
  });
}

/** 'a form and 2 check-ins'. */
function wordsOf(unsaved: readonly Unsaved[], kinds: UnsavedKinds): string {
  return listed(
    [...kinds].flatMap(([name, { one, several }]) => {
      const { length } = unsaved.filter(({ kind }) => kind === name);
      if (length === 0) return [];
      return [length === 1 ? one : several(length)];
    }),
  );
}

async function findForms({ userId, device, stores }: Places): Promise<readonly Unsaved[]> {
  const [own, others] = await Promise.all([device.find(userId), device.findForOthers(userId)]);
  const drafts = own
    ? [...own, ...others].filter((each) => !isWaiting(each) && isUnsaved(each.form))
    : [...stores.values()].flatMap((store) => store.drafts);
  return drafts.map((stored) => ({
    kind: 'forms',
    trackerKey: stored.trackerKey,
    id: stored.form.submissionId,
    isChange: stored.form.edited !== undefined,
    ownerName: stored.ownerName,
  }));
}

async function forgetForms(unsaved: readonly Unsaved[], { device, stores }: Places): Promise<void> {
  const ids = new Set(unsaved.map(({ id }) => id));
  const isForgotten = ({ submissionId }: Draft) => ids.has(submissionId);
  const open = [...stores.values()];
  const others = new Set(unsaved.map(({ trackerKey }) => trackerKey));
  for (const { trackerKey } of open) others.delete(trackerKey);
  await Promise.all([
    ...open.map((store) => store.forgetDrafts(isForgotten)),
    ...[...others].map((trackerKey) =>
      device.removeAll(trackerKey, (stored) => !isWaiting(stored) && isForgotten(stored.form)),
    ),
  ]);
}

/** An id for each element with unsaved input. */
const ids = new WeakMap<Element, string>();

/**
 * Finds what is typed in the fields of this page and stored nowhere, so that a log-out deletes it together with the page.
 * The elements say so in `data-unsaved` and `data-change`. Effects could not, because those of a hidden tab are stopped.
 */
export function findTyped(userId: string): readonly Unsaved[] {
  return [...document.querySelectorAll<HTMLElement>('[data-unsaved]')].map((element) => {
    const id = ids.get(element) ?? randomUuid();
    ids.set(element, id);
    const { unsaved, change } = element.dataset;
    return { kind: unsaved as UnsavedKind, trackerKey: userId, id, isChange: change !== undefined };
  });
}
