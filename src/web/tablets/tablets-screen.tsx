import './tablets.css';
import { useState } from 'react';
import { medicationLabel } from '../../domain/regimen.ts';
import { countText, parseStock, stockText } from '../../domain/tablets.ts';
import { dateOf, isoOf } from '../../domain/zone.ts';
import { isRefused } from '../entries/device-queue.ts';
import { EnteredBy } from '../entries/entered-by.tsx';
import { Refusal } from '../entries/refusal.tsx';
import { WaitingTag } from '../entries/waiting-tag.tsx';
import { Link } from '../platform/navigation.tsx';
import { randomUuid } from '../platform/random-uuid.ts';
import { useDayTime } from '../platform/use-near-day.ts';
import { useMinute } from '../platform/use-today.ts';
import { useHelping, useMayLog, useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import {
  countOf,
  type ShownCount,
  type TabletCount,
  useCountQueue,
  useDeleteCounts,
  useRestoreCounts,
  useSaveCount,
  type WaitingCount,
} from './kind.ts';
import { type MedicationStock, useStocks } from './use-stocks.ts';

/** How long the tablets of each medication last by the plan. Subtraction, no advice (DECISIONS 50). */
export function TabletsScreen() {
  const isHelping = useHelping() !== undefined;
  const stocks = useStocks();
  return (
    <div className="stack">
      <h2>Tablets left</h2>
      {stocks === undefined ? (
        <Loading />
      ) : stocks.length === 0 ? (
        <p>
          The plan has no medication.{' '}
          {!isHelping && (
            <Link className="link" to="/dashboard?tab=profile">
              Add a medication
            </Link>
          )}
        </p>
      ) : (
        <div className="columns">
          {stocks.map((each) => (
            <StockCard key={each.medication.medicationId} of={each} />
          ))}
        </div>
      )}
    </div>
  );
}

/** What a dialog asks for. */
type How = TabletCount['how'];

function StockCard({
  of: { medication, isPlanned, counts, stock },
}: {
  readonly of: MedicationStock;
}) {
  const user = useUser();
  const mayLog = useMayLog();
  const today = dateOf(useMinute(), user.timeZone);
  const [asked, setAsked] = useState<How>();
  const name = medicationLabel(medication);

  function stockWords(): string {
    if (!isPlanned) return 'Not in the plan today.';
    if (stock === undefined) return 'Not counted yet.';
    if (stock === 'loading') return 'Loading your doses...';
    if (stock === 'unknown') {
      return 'We can’t load your doses right now. So we can’t say how many are left.';
    }
    if (stock === 'other') {
      return 'The plan has other tablets since the last count. Please count again.';
    }
    return stockText(stock, today, user);
  }

  return (
    <section className="card" aria-label={name}>
      <h3>
        <Breakable text={name} />
      </h3>
      <p>{stockWords()}</p>
      {mayLog && (
        <div className="tablet-actions">
          <Button label={`Count ${name}`} onPress={() => setAsked('counted')}>
            Count
          </Button>
          {counts.length > 0 && (
            <Button label={`Add a new box of ${name}`} onPress={() => setAsked('added')}>
              New box
            </Button>
          )}
        </div>
      )}
      <Counts of={medication} counts={counts} />
      {asked && <CountDialog of={medication} how={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

function CountDialog({
  of,
  how,
  onClose,
}: {
  readonly of: MedicationStock['medication'];
  readonly how: How;
  readonly onClose: () => void;
}) {
  const save = useSaveCount();
  const [typed, setTyped] = useState('');
  const amount = parseStock(typed);

  function submit() {
    if (amount === undefined) return;
    const { medicationId } = of;
    void save({ countId: randomUuid(), medicationId, countedAt: isoOf(Date.now()), amount, how });
    onClose();
  }

  return (
    <Dialog title={how === 'counted' ? 'Count the tablets' : 'New box'} onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <p>
          {medicationLabel(of)}.{' '}
          {how === 'counted'
            ? 'Count all that you have, also those in a pill box.'
            : 'How many came in addition?'}
        </p>
        <TextField
          label="How many"
          inputMode="decimal"
          missing="Enter how many there are."
          value={typed}
          onChange={setTyped}
          problem={typed === '' || amount !== undefined ? '' : 'Enter a number, such as 26 or 26½.'}
        />
        <Button kind="main" type="submit">
          Save
        </Button>
      </Form>
    </Dialog>
  );
}

/** What was counted, the newest first. To correct a count, the person deletes it and counts again. */
function Counts({
  of,
  counts,
}: {
  readonly of: MedicationStock['medication'];
  readonly counts: readonly ShownCount[];
}) {
  const dayTime = useDayTime();
  const mayLog = useMayLog();
  const queue = useCountQueue();
  /** The count that was deleted last. It has an author if the server had it. */
  const [deleted, setDeleted] = useState<TabletCount | WaitingCount>();
  /** After the last count was deleted, the list stays to show the message with Undo. */
  const [isKept, setIsKept] = useState(false);
  const [deleting, restoring] = [useDeleteCounts(), useRestoreCounts()];
  const textOf = (count: TabletCount | WaitingCount) =>
    `${countText(count, of)}, ${dayTime(count.countedAt, count.timeZone)}`;

  async function remove({ key, saved, queued }: ShownCount) {
    setIsKept(true);
    if (await queue.withdraw(key)) {
      setDeleted(queued?.entry);
      return;
    }
    restoring.reset();
    await deleting.mutateAsync([key]).then(
      () => setDeleted(saved),
      () => {},
    );
  }

  function restore(count: TabletCount | WaitingCount) {
    if ('author' in count) {
      restoring.mutate([count.countId], { onSuccess: () => setDeleted(undefined) });
      return;
    }
    void queue.restore(count);
    setDeleted(undefined);
  }

  if (counts.length === 0 && !isKept) return null;
  return (
    <details className="fold">
      <summary>Counts</summary>
      {(deleting.isError || restoring.isError) && (
        <Message kind="danger">We couldn’t change this count. Please try again.</Message>
      )}
      {deleted && (
        <Message kind="info">
          {textOf(deleted)} was deleted.{' '}
          <Button
            kind="quiet"
            icon="undo"
            busy={restoring.isPending}
            onPress={() => restore(deleted)}
          >
            Undo
          </Button>
        </Message>
      )}
      <ul className="entry-list">
        {counts.map((each) => {
          const count = countOf(each);
          return (
            count && (
              <li key={each.key}>
                <div className="entry-row">
                  <span>
                    {textOf(count)} {each.queued && !isRefused(each.queued) && <WaitingTag />}
                    <EnteredBy author={each.saved?.author} />
                  </span>
                  {mayLog && !each.saved?.readOnly && (
                    <Button
                      kind="danger"
                      label={`Delete ${textOf(count)}`}
                      busy={deleting.isPending}
                      onPress={() => void remove(each)}
                    >
                      Delete
                    </Button>
                  )}
                </div>
                <Refusal<TabletCount, WaitingCount>
                  of={each.queued}
                  queue={queue}
                  name="The count of tablets"
                />
              </li>
            )
          );
        })}
      </ul>
    </details>
  );
}
