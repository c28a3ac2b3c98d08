import type { Dose, Medication } from '../../contract/entities.ts';
import { byMedication, versionOn } from '../../domain/regimen.ts';
import { type Stock, tabletsLeft } from '../../domain/tablets.ts';
import { addDays, dateOf, startOfDay } from '../../domain/zone.ts';
import { isRefused } from '../entries/device-queue.ts';
import { useDosesWithin } from '../medication/dose-kind.ts';
import { doseOf } from '../medication/medication-row.ts';
import { useMedications } from '../medication/queries.ts';
import { useWaitingDoses } from '../medication/use-doses.ts';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { countOf, type ShownCount, useShownCounts } from './kind.ts';

/** A medication that the plan has today, with its counts, the newest first. */
export interface MedicationStock {
  readonly medication: Medication;
  readonly counts: readonly ShownCount[];
  /** Undefined before a count, while the doses load, and if the tablets have another strength since. */
  readonly stock: Stock | undefined;
}

/** @returns undefined while the medications or the counts load */
export function useStocks(): readonly MedicationStock[] | undefined {
  const user = useUser();
  const zone = user.timeZone;
  const now = useMinute();
  const versions = useMedications(user.id).data;
  const shown = useShownCounts()?.filter(
    ({ saved, queued }) => saved ?? (queued && !isRefused(queued)),
  );
  const times = (shown ?? []).map((each) => Date.parse(countOf(each)?.countedAt ?? ''));
  // Until midnight, so that the doses are not fetched again each minute. Without a count, nothing is fetched.
  const to = startOfDay(addDays(dateOf(now, zone), 1), zone);
  const logged = useDosesWithin({ from: Math.min(to, ...times), to });
  const waiting = useWaitingDoses();
  if (!versions || !shown) return undefined;
  const doses = logged.data && withWaiting(logged.data, waiting).map(doseOf);
  return [...byMedication(versions).values()].flatMap((all) => {
    const medication = versionOn(all, dateOf(now, zone));
    if (!medication) return [];
    const { medicationId } = medication;
    const counts = shown
      .filter((each) => countOf(each)?.medicationId === medicationId)
      .sort((one, other) => newestFirst(one, other));
    const stock =
      doses &&
      tabletsLeft({
        counts: counts.flatMap((each) => {
          const count = countOf(each);
          return count ? { ...count, countedAt: Date.parse(count.countedAt) } : [];
        }),
        doses: doses.filter((dose) => dose.medicationId === medicationId),
        versions: all,
        // `now` is the minute that has begun, and a count may be a few seconds old.
        now: Math.max(now, ...times),
        zone,
      });
    return { medication: medication as Medication, counts, stock };
  });
}

function newestFirst(one: ShownCount, other: ShownCount): number {
  const at = (each: ShownCount) => Date.parse(countOf(each)?.countedAt ?? '');
  return at(other) - at(one);
}

/** Each dose once: one that the server has may still be in the queue for a moment. */
function withWaiting(saved: readonly Dose[], waiting: readonly Dose[]): readonly Dose[] {
  const ids = new Set(saved.map(({ doseId }) => doseId));
  return [...saved, ...waiting.filter(({ doseId }) => !ids.has(doseId))];
}
