import '../ui/choices.css';
import '../ui/form-sheet.css';
import './falls.css';
import { type ReactNode, useId, useRef, useState } from 'react';
import { sinceDoseText } from '../../domain/after-dose.ts';
import {
  hasLevodopa,
  instantsForAfterDose,
  sinceLevodopaIn,
} from '../../domain/after-dose-window.ts';
import { capitalized } from '../../domain/capitalized.ts';
import { type DiaryState, HALF_HOUR_MS } from '../../domain/diary.ts';
import { type FallAnswers, fallText, IF_HURT } from '../../domain/falls.ts';
import { MAX_NOTES_LENGTH } from '../../domain/symptoms.ts';
import { dateOf, type Instant, isoOf } from '../../domain/zone.ts';
import { useShownDiary } from '../diary/kind.ts';
import { DeleteButton, type Deleting } from '../entries/delete-button.tsx';
import { useTellSaved } from '../entries/deleted-notice.tsx';
import { isRefused } from '../entries/device-queue.ts';
import { savedSince } from '../entries/entries-of.ts';
import { KeptNotice } from '../entries/kept-notice.tsx';
import { useDosesWithin } from '../medication/dose-kind.ts';
import { doseOf } from '../medication/medication-row.ts';
import { useMedications } from '../medication/queries.ts';
import { useWaitingDoses, withWaiting } from '../medication/use-doses.ts';
import { randomUuid } from '../platform/random-uuid.ts';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { Message } from '../ui/message.tsx';
import { NoteArea } from '../ui/note-area.tsx';
import { TimeField } from '../ui/time-field.tsx';
import { dayAtTimeText } from '../ui/time-text.ts';
import {
  type FallDraft,
  type FallValues,
  type ShownFall,
  useSaveFall,
  useShownFalls,
  valuesOf,
} from './kind.ts';

const WHAT = [
  ['floor', 'To the floor'],
  ['nearly', 'Nearly'],
] as const;
const HURT = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

/**
 * Enters a fall with one press, and with another whether it hurt. The first press saves the fall, for now unless another
 * time was chosen. Its buttons stay in their place, so that a finger that presses twice finds nothing else there.
 */
export function NewFall({
  onClose,
  onEdit,
}: {
  readonly onClose: () => void;
  /** Called with the key of the saved fall, to change its time. */
  readonly onEdit: (key: string) => void;
}) {
  const user = useUser();
  const now = useMinute();
  const save = useSaveFall();
  const tellMoved = useTellMoved();
  const when = useRef<HTMLDivElement>(null);
  const [chosenAt, setChosenAt] = useState<string>();
  const [fallId] = useState(randomUuid);
  const [saved, setSaved] = useState<FallValues>();
  const of = (useShownFalls() ?? []).find(({ key }) => key === fallId);

  function enter(reached: FallAnswers['reached']) {
    if (saved) return;
    const faulty = when.current?.querySelector<HTMLInputElement>('input:invalid');
    if (faulty) {
      // The field shows its error then.
      faulty.checkValidity();
      faulty.focus();
      return;
    }
    // The time of the press: the dialog may have been open for long.
    const fellAt = chosenAt ?? isoOf(Date.now());
    const fall = { fallId, fellAt, reached, hurt: null, notes: '' };
    setSaved(fall);
    void save({}, fall, undefined);
    tellMoved(fall, Date.now(), user.timeZone);
  }

  function answer(hurt: boolean) {
    // Without a version, it adds to the fall wherever that is by now.
    if (saved) void save(of ?? {}, { ...saved, hurt }, undefined);
    onClose();
  }

  return (
    <Dialog title="A fall" onClose={onClose}>
      <div className="stack">
        <WhatHappened reached={saved?.reached ?? null} onChange={enter} />
        {saved ? (
          <>
            <Message kind="success">
              <span>{`${fallText(saved, dayAtTimeText(Date.parse(saved.fellAt), now, user))}. Saved.`}</span>
              {of && (
                <Button kind="quiet" icon="edit" onPress={() => onEdit(fallId)}>
                  Change the time
                </Button>
              )}
            </Message>
            <Choices
              label="Hurt?"
              choices={HURT}
              value={null}
              answer=""
              onChange={(value) => answer(value === 'yes')}
            />
            <Button wide onPress={onClose}>
              Done
            </Button>
          </>
        ) : (
          <div ref={when}>
            <TimeField
              loggedAt={chosenAt}
              former={undefined}
              offered={undefined}
              zone={user.timeZone}
              style={user}
              onChange={setChosenAt}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Says where a saved fall is, unless it is under the day that the person looks at. */
function useTellMoved() {
  const user = useUser();
  const tellSaved = useTellSaved();
  return (
    { fellAt, reached }: Pick<FallValues, 'fellAt' | 'reached'>,
    /** An instant of that day. */
    from: Instant,
    timeZone: string,
  ) => {
    const at = Date.parse(fellAt);
    const now = Date.now();
    const day = dateOf(at, timeZone);
    if (day === dateOf(from, timeZone)) return;
    const place = day === dateOf(now, timeZone) ? 'Today' : 'Past Forms';
    const name = reached === 'floor' ? 'fall' : 'near fall';
    const when = dayAtTimeText(at, now, { ...user, timeZone });
    tellSaved(`The ${name} is saved for ${when}. It is under “${place}” now.`);
  };
}

function WhatHappened({
  reached,
  onChange,
}: {
  readonly reached: FallAnswers['reached'] | null;
  readonly onChange: (reached: FallAnswers['reached']) => void;
}) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: looks like the other questions, which are groups
    <div role="group" aria-labelledby={id} className="choices">
      <p id={id}>
        <b>What happened?</b>
      </p>
      <div className="choices-row fall-choices" data-press-nearest="choice">
        {WHAT.map(([value, label]) => (
          <button
            key={value}
            type="button"
            className="choice"
            aria-pressed={value === reached}
            onClick={() => onChange(value)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Corrects or deletes a fall. */
export function EditFall({
  of,
  unsaved,
  onDraft,
  onClose,
  deleting,
  onDelete,
}: {
  readonly of: ShownFall;
  /** The changes that were not saved when the dialog was last closed. */
  readonly unsaved: FallDraft | undefined;
  /** Called at each change. @param draft undefined if nothing is changed any more */
  readonly onDraft: (draft: FallDraft | undefined) => void;
  readonly onClose: () => void;
  readonly deleting: Deleting;
  readonly onDelete: () => void;
}) {
  const former = valuesOf(of);
  const [opened] = useState(former);
  if (!opened) return null;
  return (
    <Dialog title="Edit fall" onClose={onClose}>
      <FallForm
        of={of}
        former={opened}
        zone={opened.timeZone}
        unsaved={unsaved}
        onDraft={onDraft}
        onSaved={onClose}
      >
        {of.saved && !of.queued && (
          <DeleteButton kind="falls" deleting={deleting} onDelete={onDelete} />
        )}
      </FallForm>
    </Dialog>
  );
}

/** Enters a fall of an earlier time, such as one from a sheet of paper. */
export function EarlierFall({
  at,
  unsaved,
  onDraft,
  onClose,
}: {
  /** The time that was typed, which can still be changed (ISO instant). */
  readonly at: string;
  /** What was entered and not saved when the dialog was last closed. */
  readonly unsaved: FallDraft | undefined;
  /** Called at each change. @param draft undefined if everything is saved */
  readonly onDraft: (draft: FallDraft | undefined) => void;
  readonly onClose: () => void;
}) {
  const user = useUser();
  const [fallId] = useState(randomUuid);
  return (
    <Dialog title="A fall" onClose={onClose}>
      <FallForm
        of={{}}
        former={{ fallId, fellAt: at, reached: null, hurt: null, notes: '' }}
        zone={user.timeZone}
        unsaved={unsaved}
        onDraft={onDraft}
        onSaved={onClose}
      />
    </Dialog>
  );
}

function FallForm({
  of,
  former,
  zone,
  unsaved,
  onDraft,
  onSaved,
  children,
}: {
  readonly of: Pick<ShownFall, 'saved' | 'queued'>;
  /** As it was when the dialog was opened. */
  readonly former: FallDraft;
  /** IANA. */
  readonly zone: string;
  readonly unsaved: FallDraft | undefined;
  readonly onDraft: (draft: FallDraft | undefined) => void;
  readonly onSaved: () => void;
  /** What follows the fields. */
  readonly children?: ReactNode;
}) {
  const user = useUser();
  const save = useSaveFall();
  const tellMoved = useTellMoved();
  const [draft, setDraft] = useState<FallDraft>(unsaved ?? { ...former, waited: of.queued?.entry });
  const [isKept, setIsKept] = useState(unsaved !== undefined);
  const [presses, setPresses] = useState(0);
  const { reached, hurt, notes, fellAt } = draft;
  const isMissing = reached === null && presses > 0;
  const isNew = !of.saved && !of.queued;

  function change(values: Partial<FallDraft>) {
    const changed = { ...draft, ...values };
    setDraft(changed);
    onDraft(isSame(changed, former) ? undefined : changed);
  }

  function submit() {
    if (reached === null) {
      setPresses(presses + 1);
      return;
    }
    const since = savedSince(of.saved, draft.waited, isSame);
    if (!isSame(draft, former)) {
      void save(of, { ...draft, reached }, since?.version ?? draft.version);
    }
    if (!isNew) tellMoved({ fellAt, reached }, Date.parse(former.fellAt), zone);
    onDraft(undefined);
    onSaved();
  }

  return (
    <Form className="form-sheet" onSubmit={submit}>
      <div className="form-entries">
        {isKept && (
          <KeptNotice
            isEdit={!isNew}
            at={fellAt}
            onDelete={() => {
              setIsKept(false);
              setDraft(former);
              onDraft(undefined);
            }}
          />
        )}
        <WhatHappened reached={reached} onChange={(value) => change({ reached: value })} />
        <Choices
          label="Hurt?"
          choices={HURT}
          value={hurt === null ? null : hurt ? 'yes' : 'no'}
          answer=""
          onChange={(value) => change({ hurt: value === null ? null : value === 'yes' })}
        />
        {hurt && <p>{IF_HURT}</p>}
        <TimeField
          loggedAt={fellAt === former.fellAt ? undefined : fellAt}
          former={former.fellAt}
          offered={undefined}
          zone={zone}
          style={user}
          onChange={(chosen) => change({ fellAt: chosen ?? former.fellAt })}
        />
        <Before at={Date.parse(fellAt)} zone={zone} />
        <NoteArea
          label="Note"
          maxLength={MAX_NOTES_LENGTH}
          autoFocus={false}
          text={notes}
          onText={(text) => change({ notes: text })}
        />
      </div>
      {children}
      {isMissing && (
        <IntoView key={presses}>
          <Message kind="warning">Please choose what happened.</Message>
        </IntoView>
      )}
      <div className="form-foot">
        <Button kind="main" type="submit">
          Save
        </Button>
      </div>
    </Form>
  );
}

function isSame(one: FallDraft, other: FallDraft): boolean {
  return (
    one.fellAt === other.fellAt &&
    one.reached === other.reached &&
    one.hurt === other.hurt &&
    one.notes === other.notes
  );
}

const STATE_NAMES: Readonly<Record<DiaryState, string>> = {
  asleep: 'asleep',
  off: 'off',
  on: 'on',
  onWithDyskinesia: 'on',
  onWithTroublesomeDyskinesia: 'on',
};

/** What the other entries say of the time of a fall: the last dose of levodopa, and the state of the diary. */
function Before({ at, zone }: { readonly at: Instant; readonly zone: string }) {
  const user = useUser();
  const day = dateOf(at, zone);
  const range = { first: day, last: day };
  const doses = useDosesWithin(instantsForAfterDose(range));
  const waiting = useWaitingDoses();
  const versions = useMedications(user.id).data ?? [];
  const halfHour = (useShownDiary() ?? []).find(({ key }) => {
    const slot = Date.parse(key);
    return slot <= at && at < slot + HALF_HOUR_MS;
  });
  const queued = halfHour?.queued && !isRefused(halfHour.queued) ? halfHour.queued : undefined;
  const state = (queued?.entry ?? halfHour?.saved)?.state;
  const entered = {
    forms: [],
    doses: withWaiting(doses.data ?? [], waiting).map(doseOf),
    versions,
  };
  const isKnown = doses.data && !doses.isPlaceholderData && hasLevodopa(versions);
  const since = isKnown && sinceLevodopaIn(range, entered, { now: Date.now(), zone })(at);
  const texts = [
    since !== false && since !== undefined && `${capitalized(sinceDoseText(since))}.`,
    state && `In the diary: ${STATE_NAMES[state]}.`,
  ].filter(Boolean);
  return texts.length > 0 && <p className="soft">{texts.join(' ')}</p>;
}
