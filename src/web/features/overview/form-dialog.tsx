import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { SYMPTOM_KEYS } from '../../../domain/symptoms.ts';
import { ApiError } from '../../api/client.ts';
import type { Entries, OpenForm } from '../../api/device.ts';
import { SavedOtherwise, useReloadForm, useSaveForm } from '../../api/forms.ts';
import { profileSymptoms, useFreshProfile } from '../../api/profile.ts';
import { useUnsentChanged, useWaitForNetwork } from '../../api/unsent-forms.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import {
  afterSavedOtherwise,
  editedEntries,
  isUnsaved,
  newEntries,
  untouched,
  withChange,
} from './form-entries.ts';
import { FormFields } from './form-fields.tsx';
import { formTime, recentTime } from './form-time.ts';
import { NoSymptoms } from './no-symptoms.tsx';
import { SaveProblem } from './save-problem.tsx';
import { useLookedAt } from './use-looked-at.ts';
import { useUnsaved } from './use-unsaved.ts';
import { WhenRow } from './when-row.tsx';

/** A form that was begun longer ago may be meant for then: milliseconds. */
const LONG_MS = 3_600_000;

interface FormDialogProps {
  readonly open: OpenForm;
  /** Whether it comes from an earlier visit. */
  readonly isKept: boolean;
  readonly zone: string;
  readonly onChange: (open: OpenForm) => Promise<void>;
  /** The form goes on as another one: as an edit, or under another id. */
  readonly onReplace: (former: OpenForm, open: OpenForm) => void;
  readonly onClose: (open: OpenForm) => void;
  /** It waits for the network, and needs nobody any more. */
  readonly onHide: (open: OpenForm) => void;
  readonly onDiscard: (open: OpenForm) => void;
  readonly onSaved: (open: OpenForm, form: Form) => void;
}

export function FormDialog({
  open,
  isKept,
  zone,
  onChange,
  onReplace,
  onClose,
  onHide,
  onDiscard,
  onSaved,
}: FormDialogProps) {
  const { edited, changes, loggedAt, submissionId, sent } = open;
  const user = useUser();
  const profile = useFreshProfile(user.id);
  const save = useSaveForm(user);
  const reload = useReloadForm(user);
  const wait = useWaitForNetwork(user.id);
  const unsentChanged = useUnsentChanged(user.id);
  const lookedAt = useLookedAt();
  const [isHasty, setIsHasty] = useState(false);
  const send = useRef<HTMLButtonElement>(null);
  const latest = useRef(open);
  latest.current = open;
  const isBusy = save.isPending || save.isSuccess;
  const isWaiting = wait.isWaiting(submissionId);
  useUnsaved(isUnsaved(open) && !save.isSuccess && !isWaiting, close);

  const begunAt = open.begunAt === undefined ? lookedAt : Date.parse(open.begunAt);
  const isOld = lookedAt - begunAt > LONG_MS;
  // What was entered goes by names: it finds its place in the newest profile, too.
  const isKnown = !profile.isFetching || profile.isLate || isUnsaved(open);
  const symptoms = isKnown && profile.data ? profileSymptoms(profile.data) : undefined;
  const entries = edited
    ? editedEntries(edited.symptomData, changes)
    : symptoms && newEntries(unrated(symptoms), changes);
  const present = SYMPTOM_KEYS.flatMap((key) => entries?.[key] ?? []);

  async function close() {
    if (save.isPending) {
      // A new form that is on its way need not be waited for: it may be sent again.
      if (!edited && entries && (await wait.begin(open, entries))) onHide(open);
      else setIsHasty(true);
    } else if (isWaiting) onHide(open);
    else onClose(open);
  }

  /** The form with something entered; where it is the first thing, it begins. */
  function entered(part: Partial<OpenForm>): OpenForm {
    const begun = isUnsaved(open) ? {} : { begunAt: new Date().toISOString() };
    return { ...open, ...begun, ...part };
  }

  async function change(next: OpenForm) {
    await onChange(next);
    // It is not what was submitted any more, so it is not sent before it is submitted again.
    if (isWaiting) await unsentChanged();
  }

  function submit(formData: Entries) {
    if (isBusy) return;
    const sending = entered({ sent: withSubmitted(sent, formData) });
    change(sending);
    setIsHasty(false);
    save.mutate(
      { form: open, formData },
      {
        onSuccess: (saved) => onSaved(open, saved),
        onError: (error) => {
          if (error instanceof SavedOtherwise) {
            onReplace(sending, afterSavedOtherwise(sending, error.form));
          } else if (!edited && !(error instanceof ApiError)) {
            wait.begin(sending, formData);
          }
        },
      },
    );
  }

  function reloadForm({ formNumber }: Form) {
    reload.mutate(formNumber, {
      onSuccess: (newest) => {
        // What was entered in the meantime is kept.
        onChange({ ...latest.current, edited: newest });
        save.reset();
        // The button that was pressed goes.
        send.current?.focus();
      },
    });
  }

  return (
    <Dialog title={edited ? 'Edit Symptom Form' : 'Track Your Symptoms'} onClose={close}>
      {edited && <WhichForm form={edited} zone={zone} />}
      {isHasty && save.isPending && (
        <IntoView>
          <Message kind="info">We are still saving. Please wait.</Message>
        </IntoView>
      )}
      {(isKept || isOld) && (
        <Message kind="info">
          We kept your unfinished form. {isOld && `You began it on ${recentTime(begunAt, zone)}. `}
          <Button kind="small" busy={isBusy} onPress={() => onDiscard(open)}>
            Discard it
          </Button>
        </Message>
      )}
      {entries && present.length === 0 ? (
        <NoSymptoms onLeave={() => onClose(open)} />
      ) : entries ? (
        <FormFields
          entries={present}
          onChange={(entry) => change(entered({ changes: withChange(changes, entry) }))}
          onSubmit={() => submit(entries)}
          busy={isBusy ? (edited ? 'Updating...' : 'Saving...') : undefined}
          send={send}
          time={
            !edited && (
              <WhenRow
                loggedAt={loggedAt}
                offered={isOld ? open.begunAt : undefined}
                zone={zone}
                onChange={(time) => change(entered({ loggedAt: time }))}
              />
            )
          }
        >
          {save.isError && (
            <SaveProblem
              error={save.error}
              isEdit={edited !== undefined}
              isReloading={reload.isPending}
              isNotReloaded={reload.isError}
              onReload={() => edited && reloadForm(edited)}
            />
          )}
          {reload.isSuccess && save.isIdle && (
            <Message kind="info">
              This is the newest form, with your changes in it. Please check it and press Submit.
            </Message>
          )}
          {isWaiting && (
            <Message kind="info">
              It is kept on this device. We send it as soon as there is a network.
            </Message>
          )}
        </FormFields>
      ) : profile.isError ? (
        <>
          <Message kind="danger">Your symptoms could not be loaded.</Message>
          <Button onPress={profile.refetch}>Try again</Button>
        </>
      ) : (
        <Loading>Loading your symptoms...</Loading>
      )}
    </Dialog>
  );
}

function withSubmitted(sent: OpenForm['sent'], formData: Entries): OpenForm['sent'] {
  const text = JSON.stringify(formData);
  return sent.some((earlier) => JSON.stringify(earlier) === text) ? sent : [...sent, formData];
}

function WhichForm({ form, zone }: { readonly form: Form; readonly zone: string }) {
  const { day, time } = formTime(form.date, zone);
  return (
    <p className="soft">
      Form #{form.formNumber}, {day}, {time}
    </p>
  );
}

function unrated(symptoms: ReturnType<typeof profileSymptoms>): Entries {
  return Object.fromEntries(symptoms.map(({ key, name }) => [key, untouched(name)]));
}

/** What is said at the top of a dialog comes into view where it was scrolled away. */
function IntoView({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return <div ref={place}>{children}</div>;
}
