import { useState } from 'react';
import { useAccount } from '../../api/account.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { Message } from '../../ui/message.tsx';
import { part } from '../../ui/part.tsx';
import { DataFiles } from './data-files.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ReportDownload } from './report-download.tsx';

/** Loaded on demand, because few people import data. */
const importData = part(
  async () => (await import('./import-data.tsx')).ImportData,
  <DialogLoading />,
);

/** Report, download, import and deletion of all data. */
export function DataCard() {
  const account = useAccount(useUser().id);
  const [open, setOpen] = useState<'import' | 'delete'>();
  const [added, setAdded] = useState('');
  const close = () => setOpen(undefined);

  function showImport() {
    setAdded('');
    setOpen('import');
  }

  function finish(message: string) {
    close();
    setAdded(message);
  }

  return (
    <section className="card" aria-labelledby="data">
      <h2 id="data">Data Management</h2>
      <ReportDownload />
      <DataFiles />
      <div className="data-part">
        <h3>Import data</h3>
        <p>Add forms from a file that you downloaded here, or from your own spreadsheet.</p>
        <Button wide onPress={showImport}>
          Import data
        </Button>
        {added && <Message kind="success">{added}</Message>}
      </div>
      <div className="data-part">
        <Button kind="danger" wide busy={!account.data} onPress={() => setOpen('delete')}>
          Delete Account
        </Button>
      </div>
      {open === 'import' && <importData.Component onClose={close} onDone={finish} />}
      {open === 'delete' && account.data && (
        <DeleteAccount account={account.data} onClose={close} />
      )}
    </section>
  );
}
