import './overview.css';
import { useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { useConfig } from '../../api/config.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { BarCard } from './bar-card.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FormHistory } from './form-history.tsx';
import { LineCard } from './line-card.tsx';

export function Overview() {
  const config = useConfig();
  /** The open form: a new one, one to edit, or none. */
  const [open, setOpen] = useState<'new' | Form | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const zone = config.data?.timeZone;

  function show(form: 'new' | Form) {
    setSaved(null);
    setOpen(form);
  }

  return (
    <div className="stack">
      <Button kind="main" onPress={() => show('new')}>
        Track Symptoms
      </Button>
      {saved && <Message kind="success">{saved}</Message>}
      {zone ? (
        <>
          <FormHistory zone={zone} onEdit={show} />
          <div className="charts">
            <LineCard zone={zone} />
            <BarCard zone={zone} />
          </div>
        </>
      ) : (
        <Loading />
      )}
      {open && (
        <FormDialog
          edited={open === 'new' ? undefined : open}
          onClose={() => setOpen(null)}
          onSaved={({ formNumber }) => {
            setOpen(null);
            setSaved(`Form #${formNumber} is saved.`);
          }}
        />
      )}
    </div>
  );
}
