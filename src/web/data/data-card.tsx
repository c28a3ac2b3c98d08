import { type ReactNode, useState } from 'react';
import { closeSetting, openSetting } from '../platform/setting.ts';
import { OpenSetting, SettingDialog } from '../platform/setting-dialog.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Message } from '../ui/message.tsx';
import { Row, RowLink } from '../ui/row.tsx';
import { DataFiles } from './data-files.tsx';

/** Loaded on demand, because few people import data. */
const importData = lazy(
  async () => (await import('./import-data.tsx')).ImportData,
  <DialogLoading />,
);

/** Download and import of all data, and other rows of the card. */
export function DataCard({ children }: { readonly children: ReactNode }) {
  const [added, setAdded] = useState('');
  return (
    <section className="card" aria-labelledby="data">
      <h2 id="data">Data Management</h2>
      {added && <Message kind="success">{added}</Message>}
      <div className="rows">
        <Row
          icon="download"
          title="Download your data"
          state="For Excel, to keep, or for a clinic"
          onPress={() => openSetting('download')}
        />
        <SettingDialog of="download" title="Download your data">
          <DataFiles />
        </SettingDialog>
        <Row
          icon="upload"
          title="Import data"
          onPress={() => {
            setAdded('');
            openSetting('import');
          }}
        />
        <OpenSetting of="import">
          <importData.Component
            onClose={() => closeSetting('import')}
            onDone={(message) => {
              closeSetting('import');
              setAdded(message);
            }}
          />
        </OpenSetting>
        <RowLink
          icon="print"
          title="Paper"
          state="Sheets to print and to type in"
          to="/dashboard?paper"
        />
        {children}
      </div>
    </section>
  );
}
