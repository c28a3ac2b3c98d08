import { EXPORT_FORMATS } from '../../contract/file-formats.ts';
import { CSV_KINDS } from '../../contract/kinds.ts';
import { FailureInView } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { Message } from '../ui/message.tsx';
import { ProgressBar } from '../ui/progress.tsx';
import { Row } from '../ui/row.tsx';
import { useExport } from './queries.ts';

/** What the file contains, and what it is for. */
const WORDS: Readonly<Record<string, string>> = {
  csv: 'Ratings, for Excel',
  ...Object.fromEntries(CSV_KINDS.map(({ csv }) => [csv.format, `${csv.title}, for Excel`])),
  json: 'Everything, to import later (JSON)',
  fhir: 'For hospital systems (FHIR)',
};

/** The downloads of all data in formats that other programs can read. */
export function DataFiles() {
  const file = useExport(useUser().id);
  return (
    <>
      <div className="rows">
        {EXPORT_FORMATS.map((format) => (
          <Row
            key={format}
            title={WORDS[format]}
            busy={file.isPending}
            onPress={() => file.mutate(format)}
          />
        ))}
      </div>
      {file.isPending && (
        <ProgressBar label="Preparing the file" progress={file.progress} onCancel={file.cancel} />
      )}
      <FailureInView of={file.error} otherwise="Failed to export data" />
      {file.isSuccess &&
        (file.data === 'cancelled' ? (
          <Message kind="info">Cancelled. No file was made.</Message>
        ) : (
          <Message kind="success">Your file was downloaded. Look in your Downloads folder.</Message>
        ))}
    </>
  );
}
