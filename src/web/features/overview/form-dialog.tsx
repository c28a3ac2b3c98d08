import { type ReactNode, useEffect } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import type { Form } from '../../../contract/entities.ts';
import { DEFAULT_SEVERITY, SYMPTOM_KEYS } from '../../../domain/symptoms.ts';
import { useReloadForm, useSaveForm } from '../../api/forms.ts';
import { profileSymptoms, useFreshProfile } from '../../api/profile.ts';
import { useSetUnsaved, useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { type Entries, FormEntry } from './form-entry.tsx';
import { formTime } from './form-time.ts';
import { SaveProblem } from './save-problem.tsx';
import { newSubmissionId } from './submission-id.ts';

/** A form that is open, or was closed before it was saved. */
export interface OpenForm {
  /** The form to edit; without it a new one is logged. */
  readonly edited?: Form;
  /** What was entered so far. */
  readonly changes: Entries;
  /** Another try at saving the same form has the same id, so it can never be saved twice. */
  readonly submissionId: string;
}

export function openForm(edited?: Form): OpenForm {
  return { ...(edited && { edited }), changes: {}, submissionId: newSubmissionId() };
}

interface FormDialogProps {
  readonly open: OpenForm;
  readonly zone: string;
  readonly onChange: (open: OpenForm) => void;
  readonly onClose: () => void;
  readonly onSaved: (form: Form) => void;
}

export function FormDialog({ open, zone, onChange, onClose, onSaved }: FormDialogProps) {
  const { edited, changes, submissionId } = open;
  const user = useUser();
  const profile = useFreshProfile(user.id);
  const save = useSaveForm(user);
  const reload = useReloadForm(user);
  const isBusy = save.isPending || save.isSuccess;
  const isChanged = Object.keys(changes).length > 0;
  useKept(isChanged && !save.isSuccess, close);

  const fresh = profile.data && !profile.isFetching ? profile.data : undefined;
  const entries = edited?.symptomData ?? (fresh && newEntries(profileSymptoms(fresh)));
  const current: Entries = { ...entries, ...changes };

  function close() {
    if (!save.isPending) onClose();
  }

  function submit() {
    if (isBusy) return;
    save.mutate(
      { formData: current, submissionId, ...(edited && { edited }) },
      { onSuccess: onSaved },
    );
  }

  async function reloadForm(form: Form) {
    const newest = await reload.mutateAsync(form.formNumber);
    onChange({ ...open, edited: newest });
    save.reset();
  }

  return (
    <Dialog title={edited ? 'Edit Symptom Form' : 'Track Your Symptoms'} onClose={close}>
      {edited && <WhichForm form={edited} zone={zone} />}
      {entries ? (
        <Editable
          entries={current}
          onChange={(key, entry) => onChange({ ...open, changes: { ...changes, [key]: entry } })}
          onSubmit={submit}
          onClose={onClose}
          busy={isBusy ? (edited ? 'Updating...' : 'Saving...') : undefined}
        >
          {save.isError && (
            <SaveProblem
              error={save.error}
              isEdit={edited !== undefined}
              isReloading={reload.isPending}
              onReload={() => edited && reloadForm(edited)}
            />
          )}
        </Editable>
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

/**
 * While something is unsaved: the session's end does not take the page away, the browser asks before it
 * leaves, and its Back button closes the form.
 */
function useKept(isUnsaved: boolean, close: () => void): void {
  const setUnsaved = useSetUnsaved();
  useEffect(() => {
    if (!isUnsaved) return;
    setUnsaved(true);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => {
      setUnsaved(false);
      removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, setUnsaved]);
  const blocker = useBlocker(isUnsaved);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    close();
  });
}

function WhichForm({ form, zone }: { readonly form: Form; readonly zone: string }) {
  const { day, time } = formTime(form.date, zone);
  return (
    <p className="soft">
      Form #{form.formNumber}, {day}, {time}
    </p>
  );
}

function Editable({
  entries,
  onChange,
  onSubmit,
  onClose,
  busy,
  children,
}: {
  readonly entries: Entries;
  readonly onChange: (key: keyof Entries, entry: NonNullable<Entries[keyof Entries]>) => void;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** What Submit shows while the form is under way. */
  readonly busy: string | undefined;
  /** What went wrong. */
  readonly children: ReactNode;
}) {
  const navigate = useNavigate();
  const present = SYMPTOM_KEYS.flatMap((key) => {
    const entry = entries[key];
    return entry ? [{ key, entry }] : [];
  });
  if (present.length === 0) {
    return (
      <>
        <p>
          No symptoms have been added to your profile yet. Please add symptoms in your Profile
          section first
        </p>
        <Button
          kind="main"
          onPress={() => {
            onClose();
            navigate('/dashboard?tab=profile', { replace: true });
          }}
        >
          Go to Profile
        </Button>
      </>
    );
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {present.map(({ key, entry }) => (
        <FormEntry key={key} entry={entry} onChange={(changed) => onChange(key, changed)} />
      ))}
      {children}
      <Button kind="main" type="submit" busy={busy !== undefined}>
        {busy ?? 'Submit'}
      </Button>
    </form>
  );
}

function newEntries(symptoms: ReturnType<typeof profileSymptoms>): Entries {
  return Object.fromEntries(
    symptoms.map(({ key, name }) => [key, { name, severity: DEFAULT_SEVERITY, notes: '' }]),
  );
}
