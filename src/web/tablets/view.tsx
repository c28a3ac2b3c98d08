import { dateFormats } from '../../domain/formats.ts';
import { medicationLabel, type RegimenVersion } from '../../domain/regimen.ts';
import { countText, stockText } from '../../domain/tablets.ts';
import { addDays, dateOf } from '../../domain/zone.ts';
import { isRefused } from '../entries/device-queue.ts';
import { EntryRow } from '../entries/entry-row.tsx';
import { Refusal } from '../entries/refusal.tsx';
import type { KindView } from '../entries/view.ts';
import { useMedications } from '../medication/queries.ts';
import { navigate } from '../platform/navigation.tsx';
import { useUser } from '../platform/user.ts';
import { ForWhom } from '../ui/for-whom.tsx';
import {
  countOf,
  type ShownCount,
  type TabletCount,
  tabletCounts,
  useCountQueue,
  useShownCounts,
  type WaitingCount,
} from './kind.ts';
import { type MedicationStock, useStocks } from './use-stocks.ts';

const TABLETS_PATH = '/dashboard?tablets';

const moments = dateFormats({ dateStyle: 'long', timeStyle: 'short' });
const clocks = dateFormats({ timeStyle: 'short' });
/** A stock that lasts at most this many days is shown in Today by itself. */
const LOW_DAYS = 7;

export const tabletView: KindView<TabletCount> = {
  kind: tabletCounts,
  useWords() {
    const user = useUser();
    return {
      name: ([count]) =>
        count
          ? `the count of ${moments(count.timeZone, user).format(Date.parse(count.countedAt))}`
          : '',
    };
  },
  Deleted({ entries: [count] }) {
    const user = useUser();
    const words = useCountWords();
    return (
      count && (
        <span>
          {words(count)}, {moments(count.timeZone, user).format(Date.parse(count.countedAt))}
        </span>
      )
    );
  },
  useToday(today) {
    const shown = useShownCounts() ?? [];
    const stocks = useStocks() ?? [];
    const isWanted = useUser().display?.includes('tabletRow') ?? false;
    const rows = shown.flatMap((of) => {
      const count = countOf(of);
      const isOfToday = count && dateOf(Date.parse(count.countedAt), count.timeZone) === today;
      return count && (isOfToday || of.queued)
        ? [{ key: of.key, at: count.countedAt, zone: count.timeZone, row: <CountRow of={of} /> }]
        : [];
    });
    const last = stocks
      .filter((each) => isLow(each, today) || (isWanted && each.stock))
      .map((each) => ({
        key: `stock ${each.medication.medicationId}`,
        row: <StockRow of={each} today={today} />,
      }));
    return [...rows, ...last];
  },
};

function isLow({ stock }: MedicationStock, today: string): boolean {
  return stock !== undefined && stock.lastDay !== null && stock.lastDay < addDays(today, LOW_DAYS);
}

/** How many are left of a medication. A press opens the screen of the tablets. */
function StockRow({ of, today }: { readonly of: MedicationStock; readonly today: string }) {
  const user = useUser();
  return (
    <EntryRow title="Tablets" onOpen={() => navigate(TABLETS_PATH)}>
      {of.medication.name}: {of.stock && stockText(of.stock, today, user)}
    </EntryRow>
  );
}

/** A count of today, or one that waits. A press opens the screen of the tablets. */
function CountRow({ of }: { readonly of: ShownCount }) {
  const user = useUser();
  const queue = useCountQueue();
  const words = useCountWords();
  const count = countOf(of);
  if (!count) return null;
  return (
    <>
      <EntryRow
        title={clocks(count.timeZone, user).format(Date.parse(count.countedAt))}
        isWaiting={of.queued !== undefined && !isRefused(of.queued)}
        author={of.queued ? undefined : of.saved?.author}
        onOpen={() => navigate(TABLETS_PATH)}
      >
        {words(count)}
      </EntryRow>
      {of.queued?.problem && (
        <>
          <ForWhom />
          <Refusal<TabletCount, WaitingCount>
            of={of.queued}
            queue={queue}
            name="The count of tablets"
          />
        </>
      )}
    </>
  );
}

/** 'Levodopa 100 mg: Counted 40 tablets'. A medication that was deleted has no name any more. */
function useCountWords(): (count: TabletCount | WaitingCount) => string {
  const versions = useMedications(useUser().id).data ?? [];
  return (count) => {
    const of: RegimenVersion | undefined = versions
      .filter(({ medicationId }) => medicationId === count.medicationId)
      .at(-1);
    const text = countText(count, of ?? { form: 'tablet', strength: null, unit: '' });
    return of ? `${medicationLabel(of)}: ${text}` : text;
  };
}
