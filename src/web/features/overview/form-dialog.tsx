import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import type { Form } from '../../../contract/entities.ts';
import { DEFAULT_SEVERITY, SYMPTOM_KEYS } from '../../../domain/symptoms.ts';
import { ApiError } from '../../api/client.ts';
import type { Entries, OpenForm } from '../../api/device.ts';
import { useReloadForm, useSaveForm } from '../../api/forms.ts';
import { profileSymptoms, useFreshProfile } from '../../api/profile.ts';
import { useWaitForNetwork } from '../../api/unsent-forms.ts';
import { useSetUnsaved, useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { FormEntry } from './form-entry.tsx';
import { formTime } from './form-time.ts';
import { SaveProblem } from './save-problem.tsx';
import { isChanged } from './use-open-form.ts';
import { WhenRow } from './when-row.tsx';

interface FormDialogProps {
  readonly open: OpenForm;
  /** Whether it comes from an earlier visit. */
  readonly isKept: boolean;
  readonly zone: string;
  readonly onChange: (open: OpenForm) => void;
  readonly onClose: () => void;
  readonly onDiscard: (open: OpenForm) => void;
  readonly onSaved: (open: OpenForm, form: Form) => void;
}

export function FormDialog({
  open,
  isKept,
  zone,
  onChange,
  onClose,
  onDiscard,
  onSaved,
}: FormDialogProps) {
  const { edited, changes, loggedAt, submissionId } = open;
  const user = useUser();
  const profile = useFreshProfile(user.id);
  const save = useSaveForm(user);
  const reload = useReloadForm(user);
  const wait = useWaitForNetwork(user.id);
  const latest = useRef(open);
  latest.current = open;
  const isBusy = save.isPending || save.isSuccess;
  const [timeProblem, setTimeProblem] = useState('');
  const isSubmitted = save.isSuccess || wait.isWaiting(submissionId);
  useKept((isChanged(open) || save.isPending) && !isSubmitted, close);

  const fresh = profile.data && !profile.isFetching ? profile.data : undefined;
  const entries = edited?.symptomData ?? (fresh && newEntries(profileSymptoms(fresh)));
  const current: Entries = { ...entries, ...changes };

  function close() {
    if (save.isPending) return;
    // One that waits for the network is submitted already.
    if (wait.isWaiting(submissionId)) onDiscard(open);
    else onClose();
  }

  function change(next: OpenForm) {
    // It is not what was submitted any more, so it is not sent before it is submitted again.
    wait.takeBack(submissionId);
    onChange(next);
  }

  function submit() {
    if (isBusy || timeProblem) return;
    const form = { formData: current, submissionId, ...(loggedAt && { loggedAt }) };
    save.mutate(
      { ...form, ...(edited && { edited }) },
      {
        onSuccess: (saved) => {
          wait.takeBack(submissionId);
          onSaved(open, saved);
        },
        onError: (error) => {
          if (!edited && !(error instanceof ApiError)) wait.begin(form);
        },
      },
    );
  }

  async function reloadForm(form: Form) {
    const newest = await reload.mutateAsync(form.formNumber);
    // What was entered in the meantime is kept.
    onChange({ ...latest.current, edited: newest });
    save.reset();
  }

  return (
    <Dialog title={edited ? 'Edit Symptom Form' : 'Track Your Symptoms'} onClose={close}>
      {edited && <WhichForm form={edited} zone={zone} />}
      {isKept && (
        <Message kind="info">
          We kept your unfinished form.{' '}
          <Button kind="small" onPress={() => onDiscard(open)}>
            Discard it
          </Button>
        </Message>
      )}
      {entries ? (
        <Editable
          entries={current}
          onChange={(key, entry) => change({ ...open, changes: { ...changes, [key]: entry } })}
          onSubmit={submit}
          onClose={onClose}
          busy={isBusy ? (edited ? 'Updating...' : 'Saving...') : undefined}
        >
          {!edited && (
            <WhenRow
              loggedAt={loggedAt}
              zone={zone}
              problem={timeProblem}
              onProblem={setTimeProblem}
              onChange={(time) => change(withTime(open, time))}
            />
          )}
          {save.isError && (
            <SaveProblem
              error={save.error}
              isEdit={edited !== undefined}
              isReloading={reload.isPending}
              onReload={() => edited && reloadForm(edited)}
            />
          )}
          {wait.isWaiting(submissionId) && (
            <Message kind="info">
              It is kept on this device. We send it as soon as there is a network.
            </Message>
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

function withTime({ loggedAt: _, ...open }: OpenForm, loggedAt: string | undefined): OpenForm {
  return loggedAt === undefined ? open : { ...open, loggedAt };
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
