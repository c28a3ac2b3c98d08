import '../ui/form-sheet.css';
import { type ComponentProps, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Form } from '../../contract/entities.ts';
import { DISPLAY_OPTIONS } from '../../domain/display.ts';
import { SYMPTOM_KEYS } from '../../domain/symptoms.ts';
import { useFormStore, useTypedForms } from '../entries/use-entries.tsx';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { useUser } from '../platform/user.ts';
import { useSaveDisplay } from '../profile/account-display.ts';
import { NoSymptoms } from '../profile/no-symptoms.tsx';
import { profileSymptoms, useFreshProfile } from '../profile/queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { shownDisplay } from '../ui/display.ts';
import { recentTime } from '../ui/form-time.ts';
import { IntoView } from '../ui/into-view.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { Loading } from '../ui/loading.tsx';
import { LoggedOut } from '../ui/logged-out.tsx';
import { Message } from '../ui/message.tsx';
import { TimeField } from '../ui/time-field.tsx';
import { useStable } from '../ui/use-stable.ts';
import { FormFields } from './form-fields.tsx';
import { useReloadForm } from './queries.ts';
import { SaveProblem } from './save-problem.tsx';
import {
  type Change,
  type DraftRatings,
  draftRatings,
  isUnsaved,
  ratedOnly,
  unratedSymptom,
  withLeftOut,
} from './store/draft.ts';
import type { Entry } from './store/form-list.ts';
import { UnratedQuestion } from './unrated-question.tsx';
import { useLastVisibleAt } from './use-last-visible-at.ts';
import { useSteps } from './use-steps.ts';
import { type Unrated, useUnrated } from './use-unrated.ts';

/** If a form was begun longer ago than this (ms), the person may want to log it for the time when it was begun. */
const LONG_MS = 3_600_000;

/** The deletion of saved forms. It continues if the dialog closes. */
export interface Deletion {
  readonly remove: (form: Form) => void;
  readonly isPending: boolean;
  readonly isError: boolean;
  /** Whether the deletion failed because the session has ended. */
  readonly isSignedOut: boolean;
}

/** The dialog in which a form is filled in or corrected. */
export function FormDialog({
  entry,
  onDiscard,
  deletion,
}: {
  readonly entry: Entry;
  /** Called after a discard has closed the dialog, to move the focus. */
  readonly onDiscard: () => void;
  readonly deletion: Deletion;
}) {
  const user = useUser();
  const store = useFormStore();
  const { draft, status, error, isRestored } = store.newest(entry);
  const { edited, changes, loggedAt } = draft;
  const profile = useFreshProfile(user.id);
  const reload = useReloadForm(user);
  const visibleAt = useLastVisibleAt();
  const [isClosedEarly, setIsClosedEarly] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const isSending = status === 'sending';
  // Stays while the dialog is open, because a notice that goes would move the stops under the finger.
  const [wasWaiting] = useState(status === 'waiting');

  const begunAt = draft.begunAt === undefined ? visibleAt : Date.parse(draft.begunAt);
  const isOld = visibleAt - begunAt > LONG_MS;
  // Unsaved changes are stored by symptom name, so a draft with changes need not wait for the newest profile.
  const isKnown = profile.isFetchedAfterMount || profile.isLate || isUnsaved(draft);
  const tracked = profile.data && unrated(profileSymptoms(profile.data));
  // A saved form opens even if the profile cannot be loaded.
  const isProfileLate = profile.isError || profile.isLate;
  const symptoms = edited
    ? (tracked || isProfileLate) && withLeftOut(edited.symptomData, tracked ?? {})
    : isKnown && tracked;
  const presentAfter = (made: readonly Change[]) =>
    symptoms ? listOf(draftRatings(symptoms, made)) : [];
  const present = presentAfter(changes);
  const { steps, isOn, begin } = useSteps(present.length, fields);
  const saveDisplay = useSaveDisplay();
  const { isAsked, question, change, submit } = useUnrated({
    newest() {
      const typed = store.newest(entry).draft.changes;
      return { present: presentAfter(typed), changes: typed };
    },
    isEdit: edited !== undefined,
    onChange: (made) => store.change({ changes: made }),
    onNote: (note) => store.note(note),
    onSubmit: send,
    send: submitButton,
  });

  const chooseTime = useStable((time: string | undefined) => store.change({ loggedAt: time }));

  function enlarge(name: string) {
    const shown = shownDisplay();
    saveDisplay(DISPLAY_OPTIONS.filter((each) => each === 'largeControls' || shown.includes(each)));
    begin(present.findIndex((each) => each.name === name));
  }

  async function close() {
    setIsClosedEarly(!(await store.close()));
  }

  function discard() {
    // Closes the dialog at once, because an open dialog would keep the focus.
    flushSync(() => store.discard());
    onDiscard();
  }

  function send(newest: readonly Change[]) {
    setIsClosedEarly(false);
    void store.submit(ratedOnly(draftRatings(symptoms || {}, newest)), user.timeZone);
  }

  function reloadForm({ formNumber }: Form) {
    reload.mutate(formNumber, {
      onSuccess: (newest) => {
        store.rebase(newest);
        // The pressed button is unmounted, so the focus would be lost.
        submitButton.current?.focus();
      },
    });
  }

  const deleteButton = edited && (
    <div className="stack-close apart">
      {deletion.isError && (
        <Message kind="danger">
          {deletion.isSignedOut ? (
            <LoggedOut>try again.</LoggedOut>
          ) : (
            'We couldn’t delete this form. Please try again.'
          )}
        </Message>
      )}
      <Button
        kind="danger"
        busy={deletion.isPending || isSending}
        onPress={() => deletion.remove(edited)}
      >
        {deletion.isPending ? 'Deleting...' : 'Delete this form'}
      </Button>
    </div>
  );
  const notices = (
    <>
      {edited && <p className="soft">Form #{edited.formNumber}</p>}
      {wasWaiting && (
        <Message kind="info">
          This form waits on this device. If you change it, press Submit again.
        </Message>
      )}
      {(isRestored || isOld) && (
        <Message kind="info">
          {edited ? 'We kept your unsaved changes.' : 'We kept your unfinished form.'}{' '}
          {isOld && `You ${edited ? 'made them' : 'started it'} on ${recentTime(begunAt, user)}. `}
          <Button kind="danger" busy={isSending} onPress={discard}>
            {edited ? 'Delete my changes' : 'Delete unfinished form'}
          </Button>
        </Message>
      )}
    </>
  );

  return (
    <Dialog
      title={edited ? 'Edit Symptom Form' : 'Track Your Symptoms'}
      progress={steps && `Symptom ${steps.at + 1} of ${steps.count}`}
      onClose={close}
    >
      {!steps && notices}
      {isClosedEarly && isSending && (
        <IntoView>
          <Message kind="info">Still saving. One moment, please.</Message>
        </IntoView>
      )}
      {symptoms && present.length === 0 ? (
        <>
          <NoSymptoms onLeave={close} />
          {deleteButton}
        </>
      ) : symptoms ? (
        <FormFields
          ratings={present}
          onChange={change}
          onEnlarge={isOn ? undefined : enlarge}
          onSubmit={submit}
          busy={busyLabel(isSending, deletion.isPending, edited !== undefined)}
          fields={fields}
          send={submitButton}
          steps={steps}
          time={
            <>
              <TimeField
                loggedAt={loggedAt}
                former={edited?.date}
                offered={isOld && !edited ? draft.begunAt : undefined}
                zone={edited?.timeZone ?? user.timeZone}
                style={user}
                onChange={chooseTime}
              />
              {steps && notices}
            </>
          }
          deleteButton={deleteButton}
        >
          {error && (
            <IntoView>
              <SaveProblem
                error={error}
                isEdit={edited !== undefined}
                isReloading={reload.isPending}
                isNotReloaded={reload.isError}
                onReload={() => edited && reloadForm(edited)}
              />
            </IntoView>
          )}
          {reload.isSuccess && !error && !isSending && (
            <IntoView>
              <Message kind="info">
                We loaded the latest version and kept your changes. Please check the form, then
                press Submit.
              </Message>
            </IntoView>
          )}
          {isAsked && (
            <Asked
              question={question}
              send={submitButton}
              onRate={
                steps && ((name) => steps.go(present.findIndex((each) => each.name === name)))
              }
            />
          )}
        </FormFields>
      ) : profile.isError ? (
        <NotLoaded what="your symptoms" query={profile} />
      ) : (
        <Loading>Loading your symptoms...</Loading>
      )}
    </Dialog>
  );
}

/** The question about symptoms that are not rated. It follows the notes that are typed meanwhile. */
function Asked({
  question,
  ...given
}: { readonly question: () => Unrated | undefined } & Omit<
  ComponentProps<typeof UnratedQuestion>,
  'question'
>) {
  useTypedForms();
  const asked = question();
  return <KeptHeight>{asked && <UnratedQuestion question={asked} {...given} />}</KeptHeight>;
}

function busyLabel(isSending: boolean, isDeleting: boolean, isEdit: boolean): string | undefined {
  if (isSending) return isEdit ? 'Updating...' : 'Saving...';
  return isDeleting ? 'Deleting...' : undefined;
}

/** In slot order. */
function listOf(ratings: DraftRatings) {
  return SYMPTOM_KEYS.flatMap((key) => ratings[key] ?? []);
}

function unrated(symptoms: ReturnType<typeof profileSymptoms>): DraftRatings {
  return Object.fromEntries(symptoms.map(({ key, name }) => [key, unratedSymptom(name)]));
}
