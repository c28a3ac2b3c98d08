import type { Medication } from '../../contract/entities.ts';
import { dateFormats } from '../../domain/formats.ts';
import { medicationLabel, type RegimenVersion, versionOn } from '../../domain/regimen.ts';
import { countText, type Stock, stockText } from '../../domain/tablets.ts';
import { addDays, dateOf } from '../../domain/zone.ts';
import { isRefused } from '../entries/device-queue.ts';
import { EntryRow } from '../entries/entry-row.tsx';
import { Refusal } from '../entries/refusal.tsx';
import type { KindView } from '../entries/view.ts';
import { useMedications } from '../medication/queries.ts';
import { navigate } from '../platform/navigation.tsx';
import { useDayTime } from '../platform/use-near-day.ts';
import { useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
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
import { useStocks } from './use-stocks.ts';

const TABLETS_PATH = '/dashboard?tablets';

const clocks = dateFormats({ timeStyle: 'short' });
/** A stock that lasts at most this many days is shown in Today by itself. */
const LOW_DAYS = 7;

export const tabletView: KindView<TabletCount> = {
  kind: tabletCounts,
  useWords() {
    const dayTime = useDayTime();
    return {
      name: ([count]) => (count ? `the count of ${dayTime(count.countedAt, count.timeZone)}` : ''),
    };
  },
  Deleted({ entries: [count] }) {
    const dayTime = useDayTime();
    const words = useCountWords();
    return (
      count && (
        <span>
          {words(count)}, {dayTime(count.countedAt, count.timeZone)}
        </span>
      )
    );
  },
  useToday(today) {
    const shown = useShownCounts();
    const stocks = useStocks() ?? [];
    const isWanted = useUser().display?.includes('tabletRow') ?? false;
    if (!shown) return undefined;
    const rows = shown.flatMap((of) => {
      const count = countOf(of);
      const isOfToday = count && dateOf(Date.parse(count.countedAt), count.timeZone) === today;
      return count && (isOfToday || of.queued)
        ? [{ key: of.key, at: count.countedAt, zone: count.timeZone, row: <CountRow of={of} /> }]
        : [];
    });
    const last = stocks.flatMap(({ medication, stock }) =>
      typeof stock === 'object' && (isWanted || isLow(stock, today))
        ? [
            {
              key: `stock ${medication.medicationId}`,
              row: <StockRow of={medication} stock={stock} today={today} />,
            },
          ]
        : [],
    );
    return [...rows, ...last];
  },
};

function isLow({ isOverdrawn, lastDay }: Stock, today: string): boolean {
  return isOverdrawn || (lastDay !== null && lastDay < addDays(today, LOW_DAYS));
}

/** How many are left of a medication. A press opens the screen of the tablets. */
function StockRow({
  of,
  stock,
  today,
}: {
  readonly of: Medication;
  readonly stock: Stock;
  readonly today: string;
}) {
  const user = useUser();
  return (
    <EntryRow title="Tablets" onOpen={() => navigate(TABLETS_PATH)}>
      <span>
        <Breakable text={medicationLabel(of)} />: {stockText(stock, today, user)}
      </span>
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

/** 'Levodopa 100 mg: Counted 40 tablets', with the strength of that day. A deleted medication has no name any more. */
function useCountWords(): (count: TabletCount | WaitingCount) => string {
  const versions = useMedications(useUser().id).data ?? [];
  return (count) => {
    const all = versions.filter(({ medicationId }) => medicationId === count.medicationId);
    const day = dateOf(Date.parse(count.countedAt), count.timeZone);
    const of: RegimenVersion | undefined = versionOn(all, day) ?? all.at(-1);
    const text = countText(count, of ?? { form: 'tablet', strength: null, unit: '' });
    return of ? `${medicationLabel(of)}: ${text}` : text;
  };
}
