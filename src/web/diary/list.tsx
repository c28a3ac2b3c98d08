import { useState } from 'react';
import { STATE_WORDS } from '../../domain/diary.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import { EnteredBy } from '../entries/entered-by.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { Message } from '../ui/message.tsx';
import { useDeleteDiary, useRestoreDiary } from './kind.ts';
import type { ShownHalfHour } from './use-diary.ts';
import { clocks, type DiarySpan, spansOf, spanText } from './words.ts';

/** The entries of the diary in words. To correct an entry, the person deletes it and enters the time again. */
export function DiaryList({ entries }: { readonly entries: readonly ShownHalfHour[] }) {
  const [deleted, setDeleted] = useState<DiarySpan>();
  const user = useUser();
  const [deleting, restoring] = [useDeleteDiary(), useRestoreDiary()];
  const isBusy = deleting.isPending || restoring.isPending;
  // Consecutive half-hours share a list item only if the same author entered them.
  const keyOf = ({ author = 'self', readOnly }: ShownHalfHour) => `${readOnly} ${author}`;
  const spans = [...new Set(entries.map(keyOf))]
    .flatMap((key) => {
      const ofOne = entries.filter((each) => keyOf(each) === key);
      const { author, readOnly } = ofOne[0] ?? {};
      return spansOf(ofOne).map((span) => ({ ...span, author, readOnly }));
    })
    .sort((one, other) => (other.slots[0] ?? 0) - (one.slots[0] ?? 0));
  // After the last entry was deleted, the list stays to show the message with Undo.
  if (spans.length === 0 && !deleted && deleting.isIdle) return null;

  const textOf = (span: DiarySpan) => spanText(span, user, 'weekday');

  const partText = (slot: Instant) => clocks(user.timeZone, user).format(slot);

  const keysOf = ({ slots }: DiarySpan) => slots.map(isoOf);

  function remove(span: DiarySpan) {
    restoring.reset();
    deleting.mutate(keysOf(span), { onSuccess: () => setDeleted(span) });
  }

  return (
    <details className="fold">
      <summary>See or correct what was entered</summary>
      <p className="soft small">To correct a time, delete it and enter it again.</p>
      {(deleting.isError || restoring.isError) && (
        <Message kind="danger">We couldn’t change your diary. Please try again.</Message>
      )}
      {deleted && (
        <IntoView key={deleted.slots[0]}>
          <Message kind="info">
            {textOf(deleted)} was deleted. You can enter this time again.{' '}
            <Button
              kind="quiet"
              icon="undo"
              busy={isBusy}
              onPress={() => {
                deleting.reset();
                restoring.mutate(keysOf(deleted), { onSuccess: () => setDeleted(undefined) });
              }}
            >
              Undo
            </Button>
          </Message>
        </IntoView>
      )}
      <ul className="entry-list">
        {spans.map((span) => (
          // With another length it is another entry, so that its fold closes after a deletion.
          <li key={`${span.slots[0]} ${span.slots.length}`}>
            <div className="entry-row">
              <span>
                {textOf(span)} <EnteredBy author={span.author} />
              </span>
              {!span.readOnly && (
                <Button
                  kind="quiet"
                  icon="bin"
                  label={`Delete ${textOf(span)}`}
                  busy={isBusy}
                  onPress={() => remove(span)}
                >
                  Delete
                </Button>
              )}
            </div>
            {!span.readOnly && span.slots.length > 1 && (
              <details className="fold">
                <summary>
                  Delete only a part<span className="visually-hidden"> of {textOf(span)}</span>
                </summary>
                <p className="soft small">Press the half-hour to delete.</p>
                <div className="choices-row">
                  {span.slots.map((slot) => {
                    const part = { state: span.state, slots: [slot] };
                    return (
                      <Button
                        key={slot}
                        kind="small"
                        label={`Delete ${partText(slot)}: ${STATE_WORDS[span.state].name}`}
                        busy={isBusy}
                        onPress={() => remove(part)}
                      >
                        {partText(slot)}
                      </Button>
                    );
                  })}
                </div>
              </details>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
