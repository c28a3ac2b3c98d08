import { useState } from 'react';
import { type DiaryEntry, HALF_HOUR_MS } from '../../../domain/diary.ts';
import { dateFormats } from '../../../domain/formats.ts';
import { isoOf } from '../../../domain/zone.ts';
import { useSetDiaryDeleted } from '../../api/diary.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { type DiarySpan, STATE_WORDS, spansOf } from './diary-words.ts';

const clocks = dateFormats({ timeStyle: 'short' });
const weekdays = dateFormats({ weekday: 'long' });

/** What was entered, in words. To correct it, a person deletes a time and enters it again. */
export function DiaryList({ entries }: { readonly entries: readonly DiaryEntry[] }) {
  const [deleted, setDeleted] = useState<DiarySpan>();
  const user = useUser();
  const changing = useSetDiaryDeleted(user);
  const spans = spansOf(entries, HALF_HOUR_MS).reverse();
  if (spans.length === 0 && !deleted) return null;

  function textOf({ state, slots }: DiarySpan): string {
    const { timeZone } = user;
    const [first = 0, last = first] = [slots[0], slots.at(-1)];
    const clock = (instant: number) => clocks(timeZone, user).format(instant);
    const day = weekdays(timeZone, user).format(first);
    return `${day}, ${clock(first)} to ${clock(last + HALF_HOUR_MS)}: ${STATE_WORDS[state].name}`;
  }

  function set(span: DiarySpan, isDeleted: boolean) {
    changing.mutate(
      { slots: span.slots.map(isoOf), isDeleted },
      { onSuccess: () => setDeleted(isDeleted ? span : undefined) },
    );
  }

  return (
    <details className="fold">
      <summary>Everything entered, to correct it</summary>
      {changing.isError && <Message kind="danger">That did not work. Please try again.</Message>}
      {deleted && (
        <Message kind="info">
          {textOf(deleted)} was deleted. You can enter this time again.{' '}
          <Button kind="small" busy={changing.isPending} onPress={() => set(deleted, false)}>
            Undo
          </Button>
        </Message>
      )}
      <ul className="past-forms">
        {spans.map((span) => (
          <li key={span.slots[0]}>
            <div className="form-row">
              <span>{textOf(span)}</span>
              <Button
                kind="small"
                label={`Delete ${textOf(span)}`}
                busy={changing.isPending}
                onPress={() => set(span, true)}
              >
                Delete
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
