import './diary.css';
import { useState } from 'react';
import { STATE_WORDS } from '../../domain/diary.ts';
import { isoOf } from '../../domain/zone.ts';
import { EnteredBy } from '../entries/entered-by.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { Message } from '../ui/message.tsx';
import { useDeleteDiary, useRestoreDiary } from './kind.ts';
import type { ShownHalfHour } from './use-diary.ts';
import { clocks, type DiarySpan, spansOf, spanText } from './words.ts';

type AuthoredSpan = DiarySpan & Pick<ShownHalfHour, 'author' | 'readOnly'>;

/** The entries of the diary in words. To correct an entry, the person deletes it and enters the time again. */
export function DiaryList({ entries }: { readonly entries: readonly ShownHalfHour[] }) {
  const [deleted, setDeleted] = useState<DiarySpan>();
  const user = useUser();
  const [deleting, restoring] = [useDeleteDiary(), useRestoreDiary()];
  const isBusy = deleting.isPending || restoring.isPending;
  const [asking, setAsking] = useState<string>();
  // Consecutive half-hours share a list item only if the same author entered them.
  const authorOf = ({ author = 'self', readOnly }: ShownHalfHour) => `${readOnly} ${author}`;
  const spans = [...new Set(entries.map(authorOf))]
    .flatMap((key): AuthoredSpan[] => {
      const ofOne = entries.filter((each) => authorOf(each) === key);
      const { author, readOnly } = ofOne[0] ?? {};
      return spansOf(ofOne).map((span) => ({ ...span, author, readOnly }));
    })
    .sort((one, other) => (other.slots[0] ?? 0) - (one.slots[0] ?? 0));
  // After the last entry was deleted, the list stays to show the message with Undo.
  if (spans.length === 0 && !deleted && deleting.isIdle) return null;

  const textOf = (span: DiarySpan) => spanText(span, user, 'weekday');

  // With another length it is another entry, whose parts nobody has asked for.
  const keyOf = ({ slots }: DiarySpan) => `${slots[0]} ${slots.length}`;

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
        {spans.map((span) => {
          const key = keyOf(span);
          return (
            <EnteredSpan
              key={key}
              span={span}
              text={textOf(span)}
              isBusy={isBusy}
              isAsking={asking === key}
              onAsk={() => setAsking(asking === key ? undefined : key)}
              onDelete={remove}
            />
          );
        })}
      </ul>
    </details>
  );
}

/** What was entered for a time, with a button that deletes it. Of several half-hours it asks which. */
function EnteredSpan({
  span,
  text,
  isBusy,
  isAsking,
  onAsk,
  onDelete,
}: {
  readonly span: AuthoredSpan;
  readonly text: string;
  readonly isBusy: boolean;
  readonly isAsking: boolean;
  readonly onAsk: () => void;
  readonly onDelete: (span: DiarySpan) => void;
}) {
  const user = useUser();
  const { state, slots } = span;
  const hasParts = slots.length > 1;
  return (
    <li>
      <div className="entry-row">
        <span>
          {text} <EnteredBy author={span.author} />
        </span>
        {!span.readOnly && (
          <Button
            kind="danger"
            label={`Delete ${text}`}
            busy={isBusy}
            {...(hasParts && { isExpanded: isAsking })}
            onPress={hasParts ? onAsk : () => onDelete(span)}
          >
            Delete
          </Button>
        )}
      </div>
      {isAsking && (
        <IntoView>
          <div className="stack-close diary-parts">
            <p>
              <b>Which half-hour?</b>
            </p>
            <div className="row-actions">
              <Button kind="small" busy={isBusy} onPress={() => onDelete(span)}>
                Delete all of it
              </Button>
              {slots.map((slot) => {
                const start = clocks(user.timeZone, user).format(slot);
                return (
                  <Button
                    key={slot}
                    kind="small"
                    label={`${start}, delete ${STATE_WORDS[state].name}`}
                    busy={isBusy}
                    onPress={() => onDelete({ state, slots: [slot] })}
                  >
                    {start}
                  </Button>
                );
              })}
            </div>
          </div>
        </IntoView>
      )}
    </li>
  );
}
