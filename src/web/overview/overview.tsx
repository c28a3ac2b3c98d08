import './overview.css';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Form } from '../../contract/entities.ts';
import { BarCard } from '../charts/bar-card.tsx';
import { LoadingChart } from '../charts/chart-card.tsx';
import { LineCard } from '../charts/line-card.tsx';
import { DeletedNotice, TellProvider } from '../entries/deleted-notice.tsx';
import { useFormStore, useForms } from '../entries/use-entries.tsx';
import type { DeletedTogether } from '../entries/view.ts';
import { FallButton, FallOffer } from '../falls/fall-button.tsx';
import type { Deletion } from '../forms/form-dialog.tsx';
import { useDeleteForm, useFormHistory, useRecentForms } from '../forms/queries.ts';
import { RefusedForms } from '../forms/refused-forms.tsx';
import { keptMessage, savedMessage } from '../forms/saved-message.ts';
import type { Entry, KeptForm } from '../forms/store/form-list.ts';
import { AddressNotice } from '../identity/address-notice.tsx';
import { PasskeyNotice } from '../identity/passkey-notice.tsx';
import { WhatStays } from '../identity/what-stays.tsx';
import { MedicationRows } from '../medication/medication-rows.tsx';
import { useMedications } from '../medication/queries.ts';
import { isStatus } from '../platform/client.ts';
import { useConfig } from '../platform/config.ts';
import { useAsked } from '../platform/navigation.tsx';
import { useHelping, useMayLog, useUser } from '../platform/user.ts';
import { FactsOffer } from '../profile/facts-offer.tsx';
import { SymptomsOffer } from '../profile/no-symptoms.tsx';
import { profileSymptoms, useProfile } from '../profile/queries.ts';
import { Button } from '../ui/button.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Message } from '../ui/message.tsx';
import { OnDevice } from '../ui/on-device.tsx';
import { StickyColumn } from '../ui/sticky-column.tsx';
import { useIsAtLeast, useIsWide } from '../ui/use-is-wide.ts';
import { whenSettled } from '../ui/when-idle.ts';
import { NextVisit } from '../visits/next-visit.tsx';
import { useIsVisitDue, VisitCard } from '../visits/visit-card.tsx';
import { FormHistory } from './form-history.tsx';
import { Today } from './today.tsx';
import { VIEWS } from './views.ts';

/** From this width on (px), two cards fit side by side. The style sheet has the same width. */
const TABLET = 640;

const formDialog = lazy(
  async () => (await import('../forms/form-dialog.tsx')).FormDialog,
  <DialogLoading />,
);

const offNow = lazy(
  async () => (await import('../diary/off-now.tsx')).OffNow,
  <div className="card off-now-loading" />,
);

const spreadsheetNotices = lazy(
  async () => (await import('../spreadsheet/spreadsheet-notices.tsx')).SpreadsheetNotices,
  null,
);

const afterDoseCard = lazy(
  async () => (await import('../charts/after-dose-card.tsx')).AfterDoseCard,
  <section className="card chart-card after-dose-loading">
    <h2>After a dose</h2>
    <div className="after-dose after-dose-folded">
      <LoadingChart />
    </div>
  </section>,
);

/** What was done last. */
interface Told {
  readonly text: string;
  /** The form that it is about, if it is a single one: as it was saved, or as it waits on this device. */
  readonly form?: Form | KeptForm | undefined;
}

export function Overview() {
  const user = useUser();
  const [isHelping, mayLog] = [useHelping() !== undefined, useMayLog()];
  const store = useFormStore();
  const hasGoogle = useConfig().data?.providers.includes('google') ?? false;
  const takesLevodopa = useMedications(user.id).data?.some(({ isLevodopa }) => isLevodopa);
  const notices = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLButtonElement>(null);
  const focusTrack = () => track.current?.focus({ preventScroll: true });
  // The charts are hidden until the history has loaded, because the history above them grows when it loads.
  const history = useFormHistory(user);
  const isPlaced = !history.isPending;
  const { data: profile } = useProfile(user.id);
  const hasNoSymptoms = profile !== undefined && profileSymptoms(profile).length === 0;
  const isNew =
    hasNoSymptoms && profile.pastSymptoms.length === 0 && history.data?.pages.flat().length === 0;
  const isDue = useIsVisitDue();
  // The server does not know the width, so its HTML has the visit's card in both places. The style sheet shows one.
  const [isTablet, isWide] = [useIsAtLeast(TABLET), useIsWide()];
  const isBesideMedication = isTablet && !isWide;
  const hasDoctor = isPlaced && !isNew && !isHelping;
  const [message, setMessage] = useState<Told>();
  const [deleted, setDeleted] = useState<Form>();
  const [isRestored, setIsRestored] = useState(false);
  /** What was deleted last of each kind, besides forms. */
  const [deletedEntries, setDeletedEntries] = useState<readonly DeletedTogether[]>([]);
  const [hasNewButton, setHasNewButton] = useState(false);
  const isListed = history.data?.pages
    .flat()
    .some(({ formNumber }) => formNumber === deleted?.formNumber);
  const wasGone = useRef(false);
  useEffect(() => {
    // The form is in the history again, so it was restored, perhaps from the list of deleted forms.
    if (wasGone.current && isListed) setIsRestored(true);
    wasGone.current = deleted !== undefined && !isListed;
  }, [deleted, isListed]);
  const { mutateAsync, reset, isPending, isError, error } = useDeleteForm(user);

  useEffect(formDialog.fetchWhenIdle, []);

  // The URL can request a new form, for example from a reminder.
  useAsked('track', () => {
    if (mayLog) void store.begin();
  });

  function begin(edited?: Form) {
    setMessage(undefined);
    setDeleted(undefined);
    setDeletedEntries([]);
    reset();
    void store.begin(edited);
  }

  // Scroll to the message and its Undo, because the form may have been opened from the history further down.
  useEffect(() => {
    if (message || deleted || deletedEntries.length > 0) {
      notices.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [message, deleted, deletedEntries]);

  function showDeleted(together: DeletedTogether) {
    focusTrack();
    setDeletedEntries((before) => [
      ...before.filter(({ view }) => view.kind.name !== together.view.kind.name),
      together,
    ]);
  }

  async function remove({ formNumber }: Form) {
    const form = await mutateAsync(formNumber).catch(() => undefined);
    if (!form) return;
    // Closes the dialog at once, because an open dialog would keep the focus.
    flushSync(() => store.drop(form));
    focusTrack();
    setIsRestored(false);
    setDeleted(form);
  }

  return (
    <TellProvider value={{ deleted: showDeleted, saved: (text) => setMessage({ text }) }}>
      {isPlaced && <RecentForms />}
      <div className="overview">
        <div className="overview-columns">
          <StickyColumn>
            {mayLog && (
              <Button
                // Without a symptom, the form can only say so.
                kind={hasNoSymptoms ? 'plain' : 'main'}
                wide={hasNoSymptoms}
                ref={track}
                onPress={() => begin()}
              >
                {isHelping ? `Track symptoms for ${user.firstName || user.name}` : 'Track Symptoms'}
              </Button>
            )}
            <div className="notices" ref={notices}>
              <OpenForms
                message={message}
                onMessage={setMessage}
                onEdit={begin}
                deletion={{ remove, isPending, isError, isSignedOut: isStatus(error, 401) }}
                deleted={isRestored ? undefined : deleted}
                focusTrack={focusTrack}
              />
              {deleted && (
                <DeletedNotice
                  key={deleted.deletedAt}
                  of={{ view: VIEWS.forms, entries: [deleted] }}
                  isRestored={isRestored}
                  onRestored={() => {
                    setIsRestored(true);
                    // The pressed button is unmounted, so the focus would be lost.
                    focusTrack();
                  }}
                />
              )}
              {deletedEntries.map((together) => (
                <DeletedNotice
                  key={`${together.view.kind.name} ${together.entries[0]?.deletedAt}`}
                  of={together}
                  onRestored={focusTrack}
                />
              ))}
              {!isHelping && (
                <>
                  <WhatStays
                    onDone={(done) => {
                      focusTrack();
                      setMessage({ text: done });
                    }}
                  />
                  <OnDevice>
                    <AddressNotice />
                    {!user.asksAddress && <PasskeyNotice />}
                    {!user.asksAddress && <FactsOffer />}
                    {hasGoogle && <spreadsheetNotices.Component userId={user.id} />}
                  </OnDevice>
                </>
              )}
              <RefusedForms onGone={focusTrack} />
            </div>
            {mayLog && (
              <Suspense>
                <MedicationRows />
              </Suspense>
            )}
            {hasDoctor && isBesideMedication && <VisitCard isDue={isDue} />}
            {mayLog && user.display?.includes('offButton') && <offNow.Component />}
            {mayLog && <FallButton isNew={hasNewButton} />}
            <Suspense>
              <Today onEdit={begin} />
            </Suspense>
            {hasDoctor && !isBesideMedication && (isDue || isTablet !== false) && (
              <VisitCard isDue={isDue} />
            )}
          </StickyColumn>
          <div className="overview-past">
            <Suspense>
              <FormHistory onEdit={begin} />
            </Suspense>
            {isNew ? (
              !isHelping && <SymptomsOffer />
            ) : (
              <div className={isPlaced ? 'charts' : 'charts charts-unplaced'}>
                <Suspense>
                  <LineCard />
                </Suspense>
                <Suspense>
                  <BarCard />
                </Suspense>
              </div>
            )}
          </div>
        </div>
        {takesLevodopa && !isNew && (
          <div className={isPlaced ? undefined : 'charts-unplaced'}>
            <Suspense>
              <afterDoseCard.Component />
            </Suspense>
          </div>
        )}
        {hasDoctor && !isDue && !isTablet && <VisitCard isDue={false} />}
        {hasDoctor && (
          <NextVisit
            onSaved={(text) => setMessage({ text })}
            onRefused={(text) => setMessage((told) => (told?.text === text ? undefined : told))}
          />
        )}
        {hasDoctor && (
          <OnDevice>
            <FallOffer onShow={() => setHasNewButton(true)} />
          </OnDevice>
        )}
      </div>
    </TellProvider>
  );
}

/** Fetches the recent forms once the page has settled. A component of its own, so that nothing else renders for it. */
function RecentForms() {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => whenSettled(() => setIsSettled(true)), []);
  useRecentForms(useUser(), isSettled);
  return null;
}

/**
 * The open form and the notices about forms. They are a separate component, because they render again with
 * each rating, which the history and the charts must not.
 */
function OpenForms({
  message,
  onMessage,
  onEdit,
  deletion,
  deleted,
  focusTrack,
}: {
  readonly message: Told | undefined;
  readonly onMessage: (message: Told | undefined) => void;
  readonly onEdit: (form: Form) => void;
  readonly deletion: Deletion;
  /** The form whose deletion notice is shown. Its unsaved changes are offered only after the form is restored. */
  readonly deleted: Form | undefined;
  readonly focusTrack: () => void;
}) {
  const user = useUser();
  const mayLog = useMayLog();
  const store = useFormStore();
  const { entries, shownId, isElsewhere, saved, kept } = useForms();

  // Runs before the page is painted, because a press on 'Track Symptoms' before this call would be lost.
  useLayoutEffect(() => {
    if (!mayLog) return;
    store.showDrafts();
    return () => store.hideDrafts();
  }, [store, mayLog]);

  useEffect(() => {
    const taken = saved.length > 0 ? store.takeSaved() : [];
    const form = taken.length === 1 ? taken[0]?.form : undefined;
    if (taken.length > 0) onMessage({ text: savedMessage(taken, Date.now(), user), form });
  }, [saved, store, user, onMessage]);

  useEffect(() => {
    const taken = kept.length > 0 ? store.takeKept() : [];
    const form = taken.length === 1 ? taken[0] : undefined;
    if (taken.length > 0) onMessage({ text: keptMessage(taken), form });
  }, [kept, store, onMessage]);

  function openAgain(form: Form | KeptForm) {
    if ('formNumber' in form) {
      onEdit(form);
      return;
    }
    onMessage(undefined);
    void store.reopen(form.submissionId);
  }

  const { form: told } = message ?? {};
  const shown = entries.find(({ draft }) => draft.submissionId === shownId);
  return (
    <>
      {shown && (
        <AfterFocus onNoButton={focusTrack}>
          <formDialog.Component entry={shown} onDiscard={focusTrack} deletion={deletion} />
        </AfterFocus>
      )}
      {message && (
        <Message kind="success">
          <span>{message.text}</span>
          {told && (
            <Button
              kind="quiet"
              icon="edit"
              label="Edit these ratings"
              onPress={() => openAgain(told)}
            >
              Edit
            </Button>
          )}
        </Message>
      )}
      {isElsewhere && (
        <Message kind="info">
          This form is open in another window, or was already sent from there. Look in that window
          first.
        </Message>
      )}
      {entries
        .filter(({ draft }) => !deleted || draft.edited?.formNumber !== deleted.formNumber)
        .map((entry) => (
          <UndoNotice key={entry.draft.submissionId} entry={entry} />
        ))}
    </>
  );
}

/** Offers to reopen a form that was closed or discarded. */
function UndoNotice({ entry: { draft, status } }: { readonly entry: Entry }) {
  const store = useFormStore();
  const { edited, submissionId } = draft;
  if (status === 'discarded') {
    return (
      <Message kind="info">
        {edited
          ? `Your changes to Form #${edited.formNumber} were deleted.`
          : 'Your unsaved form was deleted.'}{' '}
        <Button kind="quiet" icon="undo" onPress={() => store.restore(submissionId)}>
          Undo
        </Button>
      </Message>
    );
  }
  if (status !== 'closed') return null;
  return (
    <Message kind="info">
      {edited
        ? `You closed Form #${edited.formNumber} without saving your changes.`
        : 'You closed a form without submitting it.'}{' '}
      <Button kind="quiet" icon="edit" onPress={() => store.reopen(submissionId)}>
        Continue this form
      </Button>
    </Message>
  );
}

/**
 * If no button has the focus, focuses one before the dialog opens, because the dialog returns the focus there when it
 * closes.
 */
function AfterFocus({
  onNoButton,
  children,
}: {
  readonly onNoButton: () => void;
  readonly children: ReactNode;
}) {
  const [isReady, setIsReady] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the dialog takes the focus
  useLayoutEffect(() => {
    if (!document.activeElement?.matches('button')) onNoButton();
    setIsReady(true);
  }, []);
  return isReady && children;
}
