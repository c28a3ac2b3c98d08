import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errors } from '../../contract/errors.ts';
import { MAX_FAULTS, MAX_IMPORT_BYTES } from '../../contract/file-formats.ts';
import type { ImportAnswer } from '../../contract/open-formats.ts';
import { counted } from '../../domain/counted.ts';
import { listed } from '../../domain/listed.ts';
import { serverMessage, UNKNOWN_OUTCOME } from '../platform/client.ts';
import { useUser } from '../platform/user.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FaultList } from '../ui/fault-list.tsx';
import { FileField } from '../ui/file-field.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { Message } from '../ui/message.tsx';
import { ProgressBar } from '../ui/progress.tsx';
import { type ImportFile, importFileOf, isTooLarge } from './import-file.ts';
import { ImportPreview } from './import-preview.tsx';
import { countsIn } from './import-words.ts';
import { faultsIn, useImport } from './queries.ts';

const TOO_LARGE_TO_SEND = 'This file is too large to import. Please split it into smaller files.';

/** Imports entries from a file: previews what it would add, then adds everything or nothing. */
export function ImportData({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}) {
  const { id } = useUser();
  const look = useImport(id);
  const add = useImport(id);
  const [file, setFile] = useState<ImportFile>();
  const [preview, setPreview] = useState<ImportAnswer>();
  const [problem, setProblem] = useState('');
  /** The file that was chosen last. An earlier file that takes longer to read is ignored. */
  const latest = useRef<File>(undefined);

  function cancel() {
    latest.current = undefined;
    look.cancel();
    add.cancel();
  }

  // Close and Back both unmount this dialog.
  const stop = useEffectEvent(cancel);
  useEffect(() => () => stop(), []);

  function lookAt(chosen: ImportFile) {
    look.mutate(
      { ...chosen, dryRun: true },
      {
        onSuccess: (answer) => {
          if (answer !== 'cancelled') setPreview(answer);
        },
      },
    );
  }

  async function choose(chosen: File) {
    cancel();
    latest.current = chosen;
    look.reset();
    add.reset();
    setFile(undefined);
    setPreview(undefined);
    setProblem('');
    if (chosen.size > MAX_IMPORT_BYTES) {
      setProblem(errors.fileTooLarge.message);
      return;
    }
    const bytes = await chosen.arrayBuffer().catch(() => undefined);
    if (latest.current !== chosen) return;
    if (!bytes) {
      setProblem('This file could not be read. Please choose it again.');
      return;
    }
    const next = importFileOf(chosen.name, new Uint8Array(bytes));
    if (!next) {
      setProblem(
        'We can’t read this file. In your spreadsheet program, save it as ‘CSV UTF-8’ and try again.',
      );
      return;
    }
    if (isTooLarge(next)) {
      setProblem(TOO_LARGE_TO_SEND);
      return;
    }
    setFile(next);
    lookAt(next);
  }

  function addAll(chosen: ImportFile) {
    add.mutate(
      { ...chosen, dryRun: false },
      {
        onSuccess: (answer) => {
          if (answer !== 'cancelled') onDone(`${wordsOf(answer)} added.`);
          // The import may have completed before the cancellation, so the preview is loaded again.
          else lookAt(chosen);
        },
      },
    );
  }

  return (
    <Dialog title="Import data" onClose={onClose}>
      <div className="stack">
        <p>
          Choose a file that you downloaded here. You can also use your own spreadsheet. Save it as
          a CSV file first.
        </p>
        <details className="fold">
          <summary>What the file must look like</summary>
          <p>
            A file that you downloaded here must be JSON or CSV. Your own spreadsheet needs five
            columns in this order, without titles: user, time, symptom, severity and notes. ‘User’
            can be any word, but the same one in every row.
          </p>
        </details>
        {/* Keeps its place and the name of the file while the data is added. */}
        <div className={add.isPending ? 'unseen' : undefined}>
          <FileField label="Choose a file" accept=".json,.csv,.tsv,.txt" onChoose={choose} />
        </div>
        {look.isPending && (
          <ProgressBar label="Reading the file" progress={look.progress} onCancel={look.cancel} />
        )}
        {look.data === 'cancelled' && <Message kind="info">Cancelled. Nothing was added.</Message>}
        {problem && <Message kind="danger">{problem}</Message>}
        {look.error && <ImportFailure of={look.error} />}
        {file && preview && (
          <ImportPreview preview={preview} isAdding={add.isPending} onAdd={() => addAll(file)} />
        )}
        {add.error && (
          <IntoView>
            <ImportFailure of={add.error} />
          </IntoView>
        )}
        {add.isPending && (
          <ProgressBar label="Adding your data" progress={add.progress} onCancel={add.cancel} />
        )}
      </div>
    </Dialog>
  );
}

function ImportFailure({ of: error }: { readonly of: Error }) {
  const faults = faultsIn(error);
  return (
    <Message kind="danger">
      <p>{serverMessage(error, UNKNOWN_OUTCOME)}</p>
      <FaultList faults={faults} most={MAX_FAULTS} />
      {faults.length > 0 && <p>Please correct this in your file, and choose it again.</p>}
    </Message>
  );
}

/** '1 form was', '2 forms, 1 medication and 15 doses were', 'Your reminders were'. */
function wordsOf(answer: ImportAnswer): string {
  const { symptoms, remindersAdded = false } = answer;
  const added = countsIn(answer, 'Added');
  const symptomsAdded = { count: symptoms.length, words: counted(symptoms.length, 'symptom') };
  const counts = added.length > 0 ? added : [symptomsAdded].filter(({ count }) => count > 0);
  const words = counts.map((each) => each.words);
  if (remindersAdded) words.push(words.length > 0 ? 'your reminders' : 'Your reminders');
  const isOne = !remindersAdded && counts.reduce((sum, { count }) => sum + count, 0) === 1;
  return `${listed(words)} ${isOne ? 'was' : 'were'}`;
}
