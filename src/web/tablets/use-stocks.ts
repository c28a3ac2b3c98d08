import type { Medication } from '../../contract/entities.ts';
import { byMedication, versionOn } from '../../domain/regimen.ts';
import { dosesSince, type Stock, tabletsLeft } from '../../domain/tablets.ts';
import { addDays, dateOf, startOfDay } from '../../domain/zone.ts';
import { isRefused } from '../entries/device-queue.ts';
import { useDosesWithin } from '../medication/dose-kind.ts';
import { doseOf } from '../medication/medication-row.ts';
import { useMedications } from '../medication/queries.ts';
import { useWaitingDoses, withWaiting } from '../medication/use-doses.ts';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { countOf, type ShownCount, useShownCounts } from './kind.ts';

/** A medication of the plan, or one that was counted, with its counts, the newest first. */
export interface MedicationStock {
  /** The version of today, or else the last one. */
  readonly medication: Medication;
  readonly isPlanned: boolean;
  readonly counts: readonly ShownCount[];
  /**
   * Why there is no stock: the doses are loading or could not be loaded, or the tablets have another strength since the
   * count. Undefined before a count, and if the medication is not planned today.
   */
  readonly stock: Stock | 'loading' | 'unknown' | 'other' | undefined;
}

/** @returns undefined while the medications or the counts load */
export function useStocks(): readonly MedicationStock[] | undefined {
  const user = useUser();
  const zone = user.timeZone;
  const minute = useMinute();
  const versions = useMedications(user.id).data;
  const shown = useShownCounts()
    ?.filter(({ saved, queued }) => saved ?? (queued && !isRefused(queued)))
    .sort(newestFirst);
  const counts = (shown ?? []).flatMap((of) => {
    const count = countOf(of);
    return count ? [{ ...count, countedAt: Date.parse(count.countedAt), of }] : [];
  });
  // `minute` has begun some seconds ago, and a count may be newer.
  const now = Math.max(minute, ...counts.map(({ countedAt }) => countedAt));
  const countsOf = byMedication(counts);
  const since = [...countsOf.values()].flatMap((each) => dosesSince(each, now) ?? []);
  // Until midnight, so that the doses are not fetched again each minute. Without a count, nothing is fetched.
  const to = startOfDay(addDays(dateOf(now, zone), 1), zone);
  const logged = useDosesWithin({ from: Math.min(to, ...since), to });
  const waiting = useWaitingDoses();
  if (!versions || !shown) return undefined;
  const today = dateOf(now, zone);
  const doses = logged.data && byMedication(withWaiting(logged.data, waiting).map(doseOf));
  return [...byMedication(versions).values()].flatMap((all) => {
    const present = versionOn(all, today);
    const medication = (present ?? all.at(-1)) as Medication | undefined;
    if (!medication) return [];
    const { medicationId } = medication;
    const own = countsOf.get(medicationId) ?? [];
    const isLater = all.some(({ from }) => from > today);
    if (!present && own.length === 0 && !isLater) return [];
    const stock = (): MedicationStock['stock'] => {
      if (own.length === 0 || !present) return undefined;
      if (!doses) return logged.isError ? 'unknown' : 'loading';
      const given = { counts: own, doses: doses.get(medicationId) ?? [], versions: all };
      return tabletsLeft({ ...given, now, zone }) ?? 'other';
    };
    const ofOwn = own.map(({ of }) => of);
    return { medication, isPlanned: present !== undefined, counts: ofOwn, stock: stock() };
  });
}

function newestFirst(one: ShownCount, other: ShownCount): number {
  const at = (each: ShownCount) => Date.parse(countOf(each)?.countedAt ?? '');
  return at(other) - at(one);
}
