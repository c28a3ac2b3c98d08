import './falls.css';
import { useEffect, useRef, useState } from 'react';
import { fallText, IF_HURT } from '../../domain/falls.ts';
import { useTellDeleted } from '../entries/deleted-notice.tsx';
import { isRefused } from '../entries/device-queue.ts';
import { WaitingTag } from '../entries/waiting-tag.tsx';
import { keepText, readText } from '../platform/kept-text.ts';
import { useAddress, useAsked } from '../platform/navigation.tsx';
import { useMinute } from '../platform/use-today.ts';
import { useHelping, useUser } from '../platform/user.ts';
import { useSaveDisplay } from '../profile/account-display.ts';
import { Button } from '../ui/button.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { ForWhom } from '../ui/for-whom.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Message, MessageContent } from '../ui/message.tsx';
import { dayAtTimeText } from '../ui/time-text.ts';
import {
  type ShownFall,
  useDeleteFalls,
  useFallQueue,
  useShownFalls,
  valuesOf,
  type WaitingFall,
} from './kind.ts';
import { fallView, OpenFall } from './view.tsx';

const newFall = lazy(async () => (await import('./dialog.tsx')).NewFall, <DialogLoading />);

/** How long Undo stands after a fall was entered (ms, decision 48). */
const UNDO_MS = 1_800_000;

/**
 * The button 'I fell', with the last fall and its Undo. It is shown if the person has turned it on; to a helper also if
 * the person is offered it. Who opens the app with `?fall`, a shortcut on the phone's home screen, has it until the next
 * reload.
 */
export function FallButton({
  isNew,
}: {
  /** Whether the person has just turned it on. */
  readonly isNew: boolean;
}) {
  const user = useUser();
  const isHelping = useHelping() !== undefined;
  const isAsked = useAddress().parameters.has('fall');
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked && !wasAsked) setWasAsked(true);
  const isShown = wasAsked || user.display?.includes('fallButton');
  if (!isShown && !(isHelping && isOffered(user))) return null;
  return <ShownButton isNew={isNew} />;
}

function ShownButton({ isNew }: { readonly isNew: boolean }) {
  const user = useUser();
  const isHelping = useHelping() !== undefined;
  const now = useMinute();
  const [isOpen, setIsOpen] = useState(false);
  const [removed, setRemoved] = useState<WaitingFall>();
  const [editedKey, setEditedKey] = useState<string>();
  const deleting = useDeleteFalls();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(newFall.fetchWhenIdle, []);
  // The offer was at the other end of the page.
  useEffect(() => {
    if (isNew) button.current?.focus();
  }, [isNew]);
  // On a helper's phone, the shortcut does not say who fell.
  useAsked('fall', () => setIsOpen(!isHelping));
  const shown = useShownFalls() ?? [];
  const last = shown
    .filter((of) => isRecent(of, now))
    .sort((one, other) => enteredAt(other) - enteredAt(one))[0];
  const edited = shown.find(({ key }) => key === editedKey);
  return (
    <section className="card fall-card" aria-label="Falls">
      <ForWhom />
      <Button
        wide
        ref={button}
        onPress={() => {
          setRemoved(undefined);
          setIsOpen(true);
        }}
      >
        {isHelping ? `${user.firstName || user.name} fell` : 'I fell'}
      </Button>
      {isNew && !last && (
        <Message kind="info">This button is here from now on, above Today.</Message>
      )}
      {removed ? (
        <Removed fall={removed} onRestored={() => setRemoved(undefined)} />
      ) : (
        last && (
          <Last of={last} now={now} onRemoved={setRemoved} onEdit={() => setEditedKey(last.key)} />
        )
      )}
      {isOpen && (
        <newFall.Component
          onClose={() => setIsOpen(false)}
          onEdit={(key) => {
            setIsOpen(false);
            setEditedKey(key);
          }}
        />
      )}
      {edited && (
        <OpenFall of={edited} deleting={deleting} onClose={() => setEditedKey(undefined)} />
      )}
    </section>
  );
}

function enteredAt(of: ShownFall): number {
  return Date.parse(valuesOf(of)?.enteredAt ?? '');
}

/** Whether a fall was entered so recently that its Undo is shown. */
/** A waiting correction is left out: its Undo would delete the fall that it corrects. */
function isRecent(of: ShownFall, now: number): boolean {
  if (of.queued?.entry.version !== undefined) return false;
  const isOwn = of.saved?.readOnly !== true && !(of.queued && isRefused(of.queued));
  return isOwn && now - enteredAt(of) < UNDO_MS;
}

function Last({
  of,
  now,
  onRemoved,
  onEdit,
}: {
  readonly of: ShownFall;
  readonly now: number;
  /** Called with a fall that was undone while it waited on this device. */
  readonly onRemoved: (fall: WaitingFall) => void;
  readonly onEdit: () => void;
}) {
  const user = useUser();
  const queue = useFallQueue();
  const deleting = useDeleteFalls();
  const tellDeleted = useTellDeleted();
  const fall = valuesOf(of);
  if (!fall) return null;
  const when = dayAtTimeText(Date.parse(fall.fellAt), now, { ...user, timeZone: fall.timeZone });

  async function undo() {
    if (of.queued && !of.saved && (await queue.withdraw(of.queued.id))) {
      onRemoved(of.queued.entry);
      return;
    }
    // The answer that waits is kept until the fall is deleted: without a network, both stay.
    const [deleted] = await deleting.mutateAsync([of.key]).catch(() => []);
    if (!deleted) return;
    if (of.queued) await queue.remove(of.queued.id);
    tellDeleted({ view: fallView, entries: [deleted] });
  }

  return (
    <>
      <Message kind={deleting.isError ? 'danger' : 'success'}>
        <span>
          {deleting.isError
            ? 'We couldn’t undo that. Please try again.'
            : `${fallText(fall, when)}.`}
          {of.queued && <WaitingTag />}
        </span>
        <div className="message-actions">
          <Button
            kind="quiet"
            icon="undo"
            label="Undo, fall"
            busy={deleting.isPending}
            onPress={() => void undo()}
          >
            Undo
          </Button>
          <Button kind="quiet" icon="edit" label="Edit, fall" onPress={onEdit}>
            Edit
          </Button>
        </div>
      </Message>
      {fall.hurt && <p>{IF_HURT}</p>}
    </>
  );
}

/** Says that a fall was undone while it waited on this device. */
function Removed({
  fall,
  onRestored,
}: {
  readonly fall: WaitingFall;
  readonly onRestored: () => void;
}) {
  const queue = useFallQueue();
  return (
    <Message kind="info">
      {`Removed: ${fallText(fall)}.`}{' '}
      <Button
        kind="quiet"
        icon="undo"
        label="Undo, fall"
        onPress={() => {
          void queue.restore(fall);
          onRestored();
        }}
      >
        Undo
      </Button>
    </Message>
  );
}

/** Offers the button once on each device, after the first year with Parkinson's. */
export function FallOffer({ onShow }: { readonly onShow: () => void }) {
  const user = useUser();
  const { id, display } = user;
  const save = useSaveDisplay();
  const key = `fallsOffered ${id}`;
  const [isOver, setOver] = useState(() => readText(key) !== null);
  if (isOver || !isOffered(user) || display?.includes('fallButton')) return null;

  function end() {
    keepText(key, 'yes');
    setOver(true);
  }

  return (
    // Not a `Message`: its words appear a moment after its box, so the page would jump.
    <section className="message message-info" aria-label="Falls">
      <MessageContent kind="info">
        <p>Doctors ask about falls. You can note one with a button of its own: “I fell”.</p>
        <div className="message-actions">
          <Button
            kind="small"
            onPress={() => {
              save([...(display ?? []), 'fallButton']);
              onShow();
              end();
            }}
          >
            Show the button
          </Button>
          <Button kind="quiet" icon="clear" onPress={end}>
            Hide this
          </Button>
        </div>
      </MessageContent>
    </section>
  );
}

/** Whether the first year with Parkinson's is over. The profile has the year alone, so one year may be some days. */
function isOffered({ yearsWithParkinsons: years }: ReturnType<typeof useUser>): boolean {
  return years !== null && years > 1;
}
