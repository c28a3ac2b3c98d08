import { createContext, useContext } from 'react';
import type { Helped } from '../../contract/entities.ts';
import { countOf, type KindName, sumOf, type Unsent, unsentOf } from '../../domain/unsent.ts';
import { isWaiting } from '../forms/store/device.ts';
import type { FormStore } from '../forms/store/store.ts';
import type { Forgotten } from '../platform/other-tabs.ts';
import { isForOther, type Owned, trackerKeyOf } from '../platform/tracker-key.ts';
import type { Unsaved } from '../platform/unsaved.ts';
import type { DeviceQueue } from './device-queue.ts';
import { deleteEarlier } from './earlier-databases.ts';
import { findUnsaved, forgetUnsaved, type Places, unsavedSentences } from './unsaved.ts';

/** The entries and drafts that a caregiver made on this device for one person, and that are not on the server. */
export interface ForOther {
  readonly trackerKey: string;
  readonly ownerId: string;
  readonly ownerName: string | undefined;
  readonly unsent: Unsent;
  /** The number of all entries for the person, including those that were begun and not saved. */
  readonly count: number;
}

/** Whatever the signed-in person has entered on this device and the server does not have, for all trackers. */
export class OnThisDevice {
  readonly #places: Places;
  readonly #queue: DeviceQueue;
  readonly #helps: readonly Helped[];

  /** @param helps the people whom the signed-in person helps */
  constructor(places: Places, queue: DeviceQueue, helps: readonly Helped[]) {
    this.#places = places;
    this.#queue = queue;
    this.#helps = helps;
  }

  /** Counts what waits in all trackers in which the person may log. Other windows may know of more. */
  readonly countWaiting = (): Unsent =>
    this.#withForms(this.#queue.countWaiting(), (store) => store.countWaiting());

  /** Reads what waits. Right after the page has opened, that may not have been read yet. */
  async read(): Promise<void> {
    const stores = [...this.#places.stores.values()];
    await Promise.all([this.#queue.refresh(), ...stores.map((store) => store.refresh())]);
  }

  /** Counts what the server has refused. */
  readonly countRefused = (): Unsent =>
    this.#withForms(this.#queue.countRefused(), (store) => store.countRefused());

  /**
   * Sends what waits, before a log-out.
   *
   * @param timeout how long that may take (ms)
   *
   * @returns what exists only on this device afterwards
   */
  async sendAllWithin(timeout: number): Promise<Unsent> {
    const stores = [...this.#places.stores.values()];
    const [others, ...forms] = await Promise.all([
      this.#queue.sendAllWithin(timeout),
      ...stores.map((store) => store.sendAllWithin(timeout)),
    ]);
    return sumOf([others, ...forms.map(onlyForms)]);
  }

  /** Finds the unsent entries for people for whom the person may no longer log. */
  async findLeft(): Promise<readonly ForOther[]> {
    const mayLog = this.#helps.filter(({ may }) => may === 'log').map(({ userId }) => userId);
    return (await this.#findForOthers()).filter(({ ownerId }) => !mayLog.includes(ownerId));
  }

  /** Finds what a log-out would delete. */
  readonly findUnsaved = async (): Promise<readonly Unsaved[]> => await findUnsaved(this.#places);

  /** The sentences that name what a log-out deletes. */
  sentencesOf(unsaved: readonly Unsaved[]): readonly string[] {
    return unsavedSentences(unsaved, this.#places.kinds, (key) => this.#nameOf(key, unsaved));
  }

  /** Deletes everything that was entered for one person. */
  async forgetFor(trackerKey: string): Promise<void> {
    const begun = (await this.findUnsaved()).filter((each) => each.trackerKey === trackerKey);
    await Promise.all([
      forgetUnsaved(begun, this.#places),
      this.#places.device.removeAll(trackerKey, () => true),
      this.#queue.forgetTracker(trackerKey),
    ]);
  }

  /** Deletes what a log-out has named; with 'everything', also what waits to be sent. */
  readonly forget = async (forgotten: Forgotten): Promise<void> => {
    if (forgotten !== 'everything') return await forgetUnsaved(forgotten, this.#places);
    const { userId, device, stores } = this.#places;
    this.#queue.forgetEverything();
    await Promise.all([...stores.values()].map((store) => store.forgetEverything()));
    await device.removeEverything(userId);
    await forgetUnsaved(await this.findUnsaved(), this.#places);
    await deleteEarlier(userId);
  };

  /** Finds what the person has entered for others, also for those whom they do not help any more. */
  async #findForOthers(): Promise<ForOther[]> {
    const { userId, device } = this.#places;
    const [forms, queued, unsaved] = await Promise.all([
      device.findForOthers(userId),
      this.#queue.findForOthers(),
      this.findUnsaved(),
    ]);
    const begun = unsaved.filter((each) => isForOther(userId, each.trackerKey));
    const stored: readonly Owned[] = [...forms, ...queued];
    const keys = new Set([...stored, ...begun].map((each) => each.trackerKey));
    return [...keys].map((trackerKey) => {
      const isOf = (each: Owned) => each.trackerKey === trackerKey;
      const waiting: KindName[] = [
        ...forms.filter((each) => isOf(each) && isWaiting(each)).map(() => 'forms' as const),
        ...queued.filter(isOf).map(({ kind }) => kind),
      ];
      const unsent = unsentOf((kind) => waiting.filter((each) => each === kind).length);
      return {
        trackerKey,
        ownerId: trackerKey.slice(trackerKeyOf(userId, '').length),
        ownerName: stored.find((each) => isOf(each) && each.ownerName)?.ownerName,
        unsent,
        count: countOf(unsent) + begun.filter(isOf).length,
      };
    });
  }

  #withForms(others: Unsent, count: (store: FormStore) => number): Unsent {
    return sumOf([
      others,
      ...[...this.#places.stores.values()].map((each) => onlyForms(count(each))),
    ]);
  }

  #nameOf(trackerKey: string, unsaved: readonly Unsaved[]): string {
    const { userId } = this.#places;
    if (trackerKey === userId) return '';
    const helped = this.#helps.find((each) => trackerKeyOf(userId, each.userId) === trackerKey);
    const stored = unsaved.find((each) => each.trackerKey === trackerKey && each.ownerName);
    return (helped && (helped.name || helped.firstName)) || stored?.ownerName || 'somebody else';
  }
}

function onlyForms(count: number): Unsent {
  return unsentOf((kind) => (kind === 'forms' ? count : 0));
}

export const OnThisDeviceContext = createContext<OnThisDevice | null>(null);

export function useOnThisDevice(): OnThisDevice {
  const onDevice = useContext(OnThisDeviceContext);
  if (!onDevice) throw new Error('There are no entries of this device here');
  return onDevice;
}
