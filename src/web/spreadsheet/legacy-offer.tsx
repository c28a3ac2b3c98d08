import { MAX_FAULTS } from '../../contract/file-formats.ts';
import type { ImportAnswer } from '../../contract/open-formats.ts';
import { counted } from '../../domain/counted.ts';
import { faultsIn } from '../data/queries.ts';
import { serverMessage, UNKNOWN_OUTCOME } from '../platform/client.ts';
import { Button } from '../ui/button.tsx';
import { FaultList } from '../ui/fault-list.tsx';
import { Message } from '../ui/message.tsx';
import { useDismissLegacy, useImportLegacy, useLegacyPreview, useSpreadsheet } from './queries.ts';

/** Offers once to import the old app's data from the person's own spreadsheet. */
export function LegacyOffer({ userId }: { readonly userId: string }) {
  const spreadsheet = useSpreadsheet(userId);
  const add = useImportLegacy(userId);
  if (add.isSuccess) {
    const { formsAdded } = add.data;
    // Another device has already added all forms of the sheet.
    if (formsAdded === 0) return null;
    return (
      <Message kind="success">
        {counted(formsAdded, 'form')} {formsAdded === 1 ? 'was' : 'were'} added.
      </Message>
    );
  }
  // After the import, the sheet is no longer offered, but the added forms may still be loading.
  if (!spreadsheet.data?.hasLegacySheet && !add.isPending) return null;
  return <Offer userId={userId} add={add} />;
}

function Offer({
  userId,
  add,
}: {
  readonly userId: string;
  readonly add: ReturnType<typeof useImportLegacy>;
}) {
  const preview = useLegacyPreview(userId);
  const dismiss = useDismissLegacy(userId);
  const problem = add.error ?? dismiss.error;
  if (preview.isPending) return null;
  const forms = preview.data?.formsAdded ?? 0;
  const theseForms = forms === 1 ? 'this form' : 'these forms';
  if (preview.isSuccess && forms === 0) return null;
  return (
    <section className="card" aria-label="Forms from the old app">
      {preview.isError && (
        <NotAdded error={preview.error} otherwise="Failed to load symptom data" />
      )}
      {preview.data && <OfferText preview={preview.data} />}
      {problem && <NotAdded error={problem} otherwise={UNKNOWN_OUTCOME} />}
      {preview.data ? (
        <Button wide busy={add.isPending} onPress={add.mutate}>
          {add.isPending ? 'Adding...' : `Add ${theseForms}`}
        </Button>
      ) : (
        <Button wide busy={preview.isFetching} onPress={preview.refetch}>
          Try again
        </Button>
      )}
      <Button wide busy={dismiss.isPending || add.isPending} onPress={dismiss.mutate}>
        {preview.data ? 'Don’t add them' : 'Don’t add forms from the old app'}
      </Button>
    </section>
  );
}

/** Says why the forms were not added. The server's own sentence about faults speaks of a file, and there is none here. */
function NotAdded({ error, otherwise }: { readonly error: Error; readonly otherwise: string }) {
  const faults = faultsIn(error);
  return (
    <Message kind="danger">
      <p>
        {faults.length > 0
          ? 'The forms from the old app cannot be added. Nothing was changed.'
          : serverMessage(error, otherwise)}
      </p>
      <FaultList faults={faults} most={MAX_FAULTS} />
    </Message>
  );
}

function OfferText({ preview: { formsAdded, rowsLeftOut } }: { readonly preview: ImportAnswer }) {
  const them = formsAdded === 1 ? 'it' : 'them';
  return (
    <Message kind="info">
      <p>
        We found {counted(formsAdded, 'form')} from the old app. Add {them} here?
      </p>
      {rowsLeftOut > 0 && (
        <p>
          {rowsLeftOut === 1 ? '1 row' : `${rowsLeftOut} rows`} from the old app will be skipped.
        </p>
      )}
    </Message>
  );
}
