import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Form } from '../../../contract/entities.ts';
import { DEFAULT_SEVERITY, SYMPTOM_KEYS } from '../../../domain/symptoms.ts';
import { messageOf } from '../../api/client.ts';
import { useSaveForm } from '../../api/forms.ts';
import { profileSymptoms, useFreshProfile } from '../../api/profile.ts';
import { useUser } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { type Entries, type Entry, FormEntry } from './form-entry.tsx';
import { newSubmissionId } from './submission-id.ts';

interface FormDialogProps {
  /** The form to edit; without it a new one is logged. */
  readonly edited: Form | undefined;
  readonly onClose: () => void;
  readonly onSaved: (form: Form) => void;
}

export function FormDialog({ edited, onClose, onSaved }: FormDialogProps) {
  const user = useUser();
  const profile = useFreshProfile(user.id);
  // Another try at saving the same form has the same id, so it can never be saved twice.
  const [submissionId] = useState(newSubmissionId);
  const [changes, setChanges] = useState<Entries>({});
  const save = useSaveForm(user);

  const fresh = profile.data && !profile.isFetching ? profile.data : undefined;
  const entries = edited ? entriesOf(edited) : fresh && newEntries(profileSymptoms(fresh));
  const current = { ...entries, ...changes };
  const isChanged = Object.keys(changes).length > 0;

  function submit() {
    if (save.isPending || save.isSuccess) return;
    save.mutate(
      { formData: current, submissionId, ...(edited && { edited }) },
      { onSuccess: onSaved },
    );
  }

  return (
    <Dialog
      title={edited ? 'Edit Symptom Form' : 'Track Your Symptoms'}
      onClose={onClose}
      keepOpen={isChanged || save.isPending}
    >
      {entries ? (
        <Editable
          entries={current}
          onChange={(key, entry) => setChanges((before) => ({ ...before, [key]: entry }))}
          onSubmit={submit}
          onClose={onClose}
          busy={
            save.isPending || save.isSuccess ? (edited ? 'Updating...' : 'Saving...') : undefined
          }
          problem={save.isError ? messageOf(save.error, failureText(edited)) : undefined}
        />
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

function failureText(edited: Form | undefined): string {
  return edited
    ? 'Failed to update symptom data. Please try again.'
    : 'Failed to save symptom data. Please try again.';
}

function Editable({
  entries,
  onChange,
  onSubmit,
  onClose,
  busy,
  problem,
}: {
  readonly entries: Entries;
  readonly onChange: (key: keyof Entries, entry: Entry) => void;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** What Submit shows while the form is under way. */
  readonly busy: string | undefined;
  readonly problem: string | undefined;
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
      {problem && <Message kind="danger">{problem}</Message>}
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

function entriesOf(form: Form): Entries {
  return form.symptomData;
}
