import type { DiaryHalfHour } from '../../../contract/entities.ts';
import { HALF_HOUR_MS } from '../../../domain/diary.ts';
import { dateFormats } from '../../../domain/formats.ts';
import { useDiarySaved } from '../../api/diary.ts';
import { randomUuid } from '../../api/random-uuid.ts';
import { useUser } from '../../api/user.ts';
import type { WaitingHalfHours } from '../../entries/diary-kind.ts';
import type { Queued } from '../../entries/entry-queue.ts';
import { useQueues } from '../../entries/use-entries.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { STATE_WORDS } from './diary-words.ts';
import { useAuthorWords } from './entered-by.tsx';

const moments = dateFormats({ dateStyle: 'medium', timeStyle: 'short' });
const clocks = dateFormats({ timeStyle: 'short' });

/** The half-hours that the server rejected, and what it stores instead. They are kept until the person decides. */
export function DiaryRefused({
  refused,
}: {
  readonly refused: readonly Queued<WaitingHalfHours>[];
}) {
  const user = useUser();
  const queue = useQueues().diary;
  const show = useDiarySaved(user.id);
  const words = useAuthorWords();
  return refused.map(({ entry, problem, answer }) => {
    const { stored = [] } = (answer ?? {}) as { stored?: DiaryHalfHour[] };
    const differing = stored.filter(({ state }) => state !== entry.state);
    const other = differing.find(({ author }) => author !== 'self');
    const [first, last] = [entry.slots[0] ?? '', entry.slots.at(-1) ?? ''];
    const from = moments(user.timeZone, user).format(Date.parse(first));
    const to = clocks(user.timeZone, user).format(Date.parse(last) + HALF_HOUR_MS);
    const rest = entry.slots.filter((slot) => !stored.some((each) => each.slot === slot));
    return (
      <Message key={entry.pressId} kind="warning">
        <p>
          {STATE_WORDS[entry.state].name}, {from} to {to}, was not saved. {problem}
        </p>
        {differing.length > 0 && (
          <p>
            Already saved:{' '}
            {[...new Set(differing.map(({ state }) => STATE_WORDS[state].name))].join(', ')}
            {other && `, by ${words(other.author)}`}.
          </p>
        )}
        <div className="row-actions">
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
            <Button kind="small" onPress={() => queue.send(true)}>
              Send again
            </Button>
          )}
        </div>
      </Message>
    );
  });
}
