import type { DiaryHalfHour } from '../../contract/entities.ts';
import { isChangedByPerson } from '../../domain/authors.ts';
import { HALF_HOUR_MS, STATE_WORDS } from '../../domain/diary.ts';
import { isoOf } from '../../domain/zone.ts';
import type { Queued } from '../entries/device-queue.ts';
import { randomUuid } from '../platform/random-uuid.ts';
import { useDayTime } from '../platform/use-near-day.ts';
import { useHelping, useUser } from '../platform/user.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { useDiaryQueue, useShowDiary, type WaitingHalfHours } from './kind.ts';
import { clocks, type DiarySpan, spansOf } from './words.ts';

/**
 * The half-hours that the server rejected, beside those that it stores instead. The rejected ones stay on the device
 * until the person decides.
 */
export function DiaryRefused({
  refused,
}: {
  readonly refused: readonly Queued<WaitingHalfHours>[];
}) {
  const user = useUser();
  const queue = useDiaryQueue();
  const show = useShowDiary();
  const dayTime = useDayTime();
  const helping = useHelping();
  const person = helping ? helping.firstName || helping.name : 'You';
  const timesOf = ({ slots }: Pick<DiarySpan, 'slots'>) => {
    const [first = 0, last = first] = [slots[0], slots.at(-1)];
    const from = dayTime(isoOf(first));
    return `${from} to ${clocks(user.timeZone, user).format(last + HALF_HOUR_MS)}`;
  };
  /** Who entered which states: 'Anna entered On for Nov 18, 12:00 PM to 12:30 PM.' */
  const enteredText = (author: string, of: readonly DiaryHalfHour[]) => {
    const spans = spansOf(of.map(({ slot, state }) => ({ slot: Date.parse(slot), state })));
    const parts = spans.map((span) => `${STATE_WORDS[span.state].name} for ${timesOf(span)}`);
    const isPersons = author === 'self' || isChangedByPerson(author);
    return `${isPersons ? person : author} entered ${parts.join(', and ')}.`;
  };
  return refused.map(({ entry, problem, answer }) => {
    const { stored = [] } = (answer ?? {}) as { stored?: DiaryHalfHour[] };
    const differing = stored.filter(({ state }) => state !== entry.state);
    const authors = [...new Set(differing.map(({ author }) => author))];
    const rest = entry.slots.filter((slot) => !stored.some((each) => each.slot === slot));
    const theirs = authors.map((author) =>
      enteredText(
        author,
        differing.filter((each) => each.author === author),
      ),
    );
    const { name } = STATE_WORDS[entry.state];
    const mine =
      differing.length === entry.slots.length
        ? `Your “${name}”`
        : `“${name}” for ${timesOf({ slots: entry.slots.map(Date.parse) })}`;
    return (
      <Message key={entry.pressId} kind="warning">
        <p>
          <Breakable text={[...theirs, `${mine} was not saved.`].join(' ')} />
          {differing.length === 0 && ` ${problem}`}
        </p>
        <div className="message-actions">
          <Button
            kind="small"
            onPress={async () => {
              show(stored);
              await queue.remove(entry.pressId);
              // Enters the half-hours for which the server stores nothing.
              if (stored.length > 0 && rest.length > 0) {
                await queue.add({ ...entry, pressId: randomUuid(), slots: rest });
              }
            }}
          >
            {stored.length > 0 ? 'Keep what is saved' : 'Delete'}
          </Button>
          {stored.length === 0 && (
            <Button kind="quiet" icon="refresh" onPress={() => queue.sendAgain()}>
              Send again
            </Button>
          )}
        </div>
      </Message>
    );
  });
}
