import './overview.css';
import { useState } from 'react';
import { useConfig } from '../../api/config.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { BarCard } from './bar-card.tsx';
import { FormDialog, type OpenForm, openForm } from './form-dialog.tsx';
import { FormHistory } from './form-history.tsx';
import { LineCard } from './line-card.tsx';

export function Overview() {
  const config = useConfig();
  if (config.data) return <OverviewIn zone={config.data.timeZone} />;
  if (!config.isError) return <Loading />;
  return (
    <div className="stack">
      <Message kind="danger">Your forms could not be loaded.</Message>
      <Button onPress={config.refetch}>Try again</Button>
    </div>
  );
}

function OverviewIn({ zone }: { readonly zone: string }) {
  const [open, setOpen] = useState<OpenForm | null>(null);
  /** A form that was closed with something entered in it. */
  const [closed, setClosed] = useState<OpenForm | null>(null);
  const [saved, setSaved] = useState('');

  function show(form: OpenForm) {
    setSaved('');
    setClosed(null);
    setOpen(form);
  }

  function close() {
    if (open && Object.keys(open.changes).length > 0) setClosed(open);
    setOpen(null);
  }

  return (
    <div className="stack">
      <Button kind="main" onPress={() => show(openForm())}>
        Track Symptoms
      </Button>
      {saved && <Message kind="success">{saved}</Message>}
      {closed && (
        <Message kind="info">
          Your form was closed and is not saved.{' '}
          <Button kind="small" onPress={() => show(closed)}>
            Undo
          </Button>
        </Message>
      )}
      <FormHistory zone={zone} onEdit={(form) => show(openForm(form))} />
      <div className="charts">
        <LineCard zone={zone} />
        <BarCard zone={zone} />
      </div>
      {open && (
        <FormDialog
          open={open}
          zone={zone}
          onChange={setOpen}
          onClose={close}
          onSaved={({ formNumber }) => {
            setOpen(null);
            setSaved(`Form #${formNumber} is saved.`);
          }}
        />
      )}
    </div>
  );
}
