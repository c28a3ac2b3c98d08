import { useRef } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { DEFAULT_SEVERITY } from '../../../domain/symptoms.ts';
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
import { entriesOf, withEntry } from './form-entries.ts';
import { FormFields } from './form-fields.tsx';
import { formTime } from './form-time.ts';
import { SaveProblem } from './save-problem.tsx';
import { isUnsaved } from './use-open-form.ts';
import { useUnsaved } from './use-unsaved.ts';
import { WhenRow } from './when-row.tsx';

interface FormDialogProps {
  readonly open: OpenForm;
  /** Whether it comes from an earlier visit. */
  readonly isKept: boolean;
  readonly zone: string;
  readonly onChange: (open: OpenForm) => Promise<void>;
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
  const latest = useRef(open);
  latest.current = open;
  const isBusy = save.isPending || save.isSuccess;
  const isWaiting = wait.isWaiting(submissionId);
  useUnsaved(isUnsaved(open) && !save.isSuccess && !isWaiting, close);

  const fresh = profile.data && !profile.isFetching ? profile.data : undefined;
  const symptoms = edited?.symptomData ?? (fresh && unrated(profileSymptoms(fresh)));
  const entries = symptoms && entriesOf(symptoms, changes);

  function close() {
    if (save.isPending) return;
    if (isWaiting) onHide(open);
    else onClose(open);
  }

  async function change(next: OpenForm) {
    await onChange(next);
    // It is not what was submitted any more, so it is not sent before it is submitted again.
    if (isWaiting) await unsentChanged();
  }

  function submit(formData: Entries) {
    if (isBusy) return;
    const sending = { ...open, sent: withSubmitted(sent, formData) };
    change(sending);
    save.mutate(
      { form: open, formData },
      {
        onSuccess: (saved) => onSaved(open, saved),
        onError: (error) => {
          if (error instanceof SavedOtherwise) {
            onChange({ ...sending, edited: error.form, sent: [] });
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
      },
    });
  }

  return (
    <Dialog title={edited ? 'Edit Symptom Form' : 'Track Your Symptoms'} onClose={close}>
      {edited && <WhichForm form={edited} zone={zone} />}
      {isKept && (
        <Message kind="info">
          We kept your unfinished form.{' '}
          <Button kind="small" busy={isBusy} onPress={() => onDiscard(open)}>
            Discard it
          </Button>
        </Message>
      )}
      {entries ? (
        <FormFields
          entries={entries}
          onChange={(entry) => change({ ...open, changes: withEntry(changes, entry) })}
          onSubmit={() => submit(entries)}
          onClose={() => onClose(open)}
          busy={isBusy ? (edited ? 'Updating...' : 'Saving...') : undefined}
          time={
            !edited && (
              <WhenRow
                loggedAt={loggedAt}
                zone={zone}
                onChange={(time) => change(withTime(open, time))}
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

function withTime({ loggedAt: _, ...open }: OpenForm, loggedAt: string | undefined): OpenForm {
  return loggedAt === undefined ? open : { ...open, loggedAt };
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
  return Object.fromEntries(
    symptoms.map(({ key, name }) => [key, { name, severity: DEFAULT_SEVERITY, notes: '' }]),
  );
}
