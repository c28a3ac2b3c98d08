import '../ui/card-part.css';
import './data.css';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Message } from '../ui/message.tsx';
import { DataFiles } from './data-files.tsx';

/** Loaded on demand, because few people import data. */
const importData = lazy(
  async () => (await import('./import-data.tsx')).ImportData,
  <DialogLoading />,
);

/** Download and import of all data, in a fold because they are rarely needed. */
export function DataCard() {
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState('');

  function show() {
    setAdded('');
    setOpen(true);
  }

  function finish(message: string) {
    setOpen(false);
    setAdded(message);
  }

  return (
    <section className="card" aria-labelledby="data">
      <h2 id="data">Data Management</h2>
      <details className="fold">
        <summary>Download or import your data</summary>
        <div className="data-parts">
          <DataFiles />
          <div className="card-part">
            <h3>Import data</h3>
            <p>Add entries from a file that you downloaded here, or from your own spreadsheet.</p>
            <Button wide onPress={show}>
              Import data
            </Button>
            {added && <Message kind="success">{added}</Message>}
          </div>
        </div>
      </details>
      {isOpen && <importData.Component onClose={() => setOpen(false)} onDone={finish} />}
    </section>
  );
}
