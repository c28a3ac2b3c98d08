import '../ui/card-part.css';
import { EXPORT_FORMATS } from '../../contract/file-formats.ts';
import { CSV_KINDS } from '../../contract/kinds.ts';
import { Failure } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Message } from '../ui/message.tsx';
import { ProgressBar } from '../ui/progress.tsx';
import { useExport } from './queries.ts';

/** What the button says, and what the file is for. */
const WORDS: Readonly<Record<string, { readonly title: string; readonly use: string }>> = {
  csv: { title: 'CSV', use: 'Your ratings, for Excel or Google Sheets.' },
  ...Object.fromEntries(
    CSV_KINDS.map(({ csv }) => {
      const title = csv.title.toLowerCase();
      const use = `Your ${title}, for Excel or Google Sheets.`;
      return [csv.format, { title: `${title} as CSV`, use }];
    }),
  ),
  json: { title: 'JSON', use: 'A full copy. You can import it here later.' },
  fhir: { title: 'FHIR', use: 'For hospital systems.' },
};

/** The downloads of all data in formats that other programs can read. */
export function DataFiles() {
  const file = useExport(useUser().id);
  return (
    <div className="card-part">
      <h3>Your data as a file</h3>
      <ul className="data-formats">
        {EXPORT_FORMATS.map((format) => (
          <li key={format}>
            <Button busy={file.isPending} onPress={() => file.mutate(format)}>
              <Icon name="download" />
              Download {WORDS[format]?.title}
            </Button>
            <span className="soft">{WORDS[format]?.use}</span>
          </li>
        ))}
      </ul>
      {file.isPending && (
        <ProgressBar label="Preparing the file" progress={file.progress} onCancel={file.cancel} />
      )}
      <Failure of={file.error} otherwise="Failed to export data" />
      {file.isSuccess &&
        (file.data === 'cancelled' ? (
          <Message kind="info">Cancelled. No file was made.</Message>
        ) : (
          <Message kind="success">Your file was downloaded. Look in your Downloads folder.</Message>
        ))}
    </div>
  );
}
