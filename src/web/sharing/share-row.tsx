import { useCallback, useState } from 'react';
import { partOf, SHARE_PARTS } from '../../domain/share.ts';
import { type CalendarDate, dateOf } from '../../domain/zone.ts';
import { Failure } from '../platform/failure.tsx';
import { useDayTime } from '../platform/use-near-day.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { nearDayText } from '../ui/calendar-date-text.ts';
import { Message } from '../ui/message.tsx';
import { type Share, useChangeShares } from './queries.ts';

/** The signed-in person, whose zone and formats the texts use. */
type Reader = ReturnType<typeof useUser>;

/** A calendar day, with the year only if it is another one. */
function dayWords(day: CalendarDate, user: Reader): string {
  return nearDayText(day, dateOf(Date.now(), user.timeZone), user);
}

/** A link in the list: for whom, until when, and when it was opened. */
export function ShareRow({
  share,
  wasEnded,
  onEnded,
}: {
  readonly share: Share;
  /** Whether the person ended the link since the page was opened, so that Undo is offered. */
  readonly wasEnded: boolean;
  readonly onEnded: () => void;
}) {
  const user = useUser();
  const { shareId, label, state, openings } = share;
  const end = useChangeShares(user.id, 'endShare');
  const restore = useChangeShares(user.id, 'restoreShare');
  const [isOpen, setIsOpen] = useState(false);
  const instant = useDayTime();
  const [latest] = openings;
  const error = end.error ?? restore.error;
  const canUndo = state === 'ended' && wasEnded;
  // If the button in this row was pressed, Undo takes the focus, because that button is unmounted. If the switch for
  // all links was pressed, the switch keeps the focus.
  const wasPressed = end.isSuccess;
  const takeFocus = useCallback(
    (undo: HTMLButtonElement | null) => {
      if (wasPressed) undo?.focus({ preventScroll: true });
    },
    [wasPressed],
  );
  return (
    <li className="share">
      <p>
        <b>{label}</b>
        <span className="switch-state">{stateWords(share, user)}</span>
        <span className="switch-state">{scopeWords(share, user)}</span>
        <span className="switch-state">
          {latest === undefined ? unopenedWords(share) : `Last opened ${instant(latest)}`}
        </span>
      </p>
      {state === 'locked' && (
        <Message kind="warning">
          Someone entered a wrong passcode 10 times, so the link is locked. Please make a new one.
        </Message>
      )}
      <div className="row-actions">
        {openings.length > 0 && (
          <Button
            kind="quiet"
            label={`${isOpen ? 'Hide the times' : 'When it was opened'}, ${label}`}
            isExpanded={isOpen}
            onPress={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide the times' : 'When it was opened'}
          </Button>
        )}
        {isOpen && (
          <ul className="share-openings row-whole" aria-label={`When it was opened, ${label}`}>
            {openings.map((at, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same time
              <li key={index}>
                <time dateTime={at}>{instant(at)}</time>
              </li>
            ))}
          </ul>
        )}
        {(state === 'live' || state === 'locked') && (
          <Button
            kind="danger"
            label={`Stop this link, ${label}`}
            busy={end.isPending}
            onPress={() => {
              restore.reset();
              end.mutate([shareId], { onSuccess: onEnded });
            }}
          >
            Stop this link
          </Button>
        )}
      </div>
      {canUndo && (
        <Message kind="info">
          <span>This link does not work any more.</span>{' '}
          <Button
            kind="quiet"
            icon="undo"
            label={`Undo, ${label}`}
            busy={restore.isPending}
            onPress={() => restore.mutate([shareId])}
            ref={takeFocus}
          >
            Undo
          </Button>
        </Message>
      )}
      {restore.isSuccess && state === 'live' && (
        <Message kind="success">This link works again.</Message>
      )}
      <Failure of={error} />
    </li>
  );
}

function stateWords({ state, expiresAt, endedAt }: Share, user: Reader): string {
  const day = (instant: number) => dayWords(dateOf(instant, user.timeZone), user);
  if (state === 'ended') return `Stopped ${day(Date.parse(endedAt ?? expiresAt))}`;
  if (state === 'locked') return 'Locked';
  // A link expires at the end of its last day, which is the first instant of the next day.
  const last = day(Date.parse(expiresAt) - 1);
  return state === 'expired' ? `Expired ${last}` : `Works until ${last}`;
}

/** The links that are listed, in a few words: 'Dr. Lee, until Dec 24. Not opened yet'. */
export function linksWords(current: readonly Share[], user: Reader): string {
  const [share, ...others] = current.filter(({ state }) => state === 'live');
  if (!share) return current.some(({ state }) => state === 'locked') ? 'Locked' : 'None now';
  const last = dateOf(Date.parse(share.expiresAt) - 1, user.timeZone);
  const opened = share.openings.length > 0 ? 'Opened' : unopenedWords(share);
  const more = others.length > 0 ? ` And ${others.length} more` : '';
  return `${share.label}, until ${dayWords(last, user)}. ${opened}${more && `.${more}`}`;
}

function unopenedWords({ state }: Share): string {
  return state === 'live' ? 'Not opened yet' : 'Never opened';
}

function scopeWords({ scope, from, hasPasscode }: Share, user: Reader): string {
  const parts = SHARE_PARTS.filter((part) => scope[part]).map((part) =>
    partOf(part).title.toLowerCase(),
  );
  const first = from && dayWords(from, user);
  return [
    ['Symptoms', ...parts].join(', '),
    first ? `from ${first}` : 'since the last visit',
    ...(hasPasscode ? ['with a passcode'] : []),
  ].join(' · ');
}
