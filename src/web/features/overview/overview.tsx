import './overview.css';
import { useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { useConfig } from '../../api/config.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { BarCard } from './bar-card.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FormHistory } from './form-history.tsx';
import { LineCard } from './line-card.tsx';
import { useOpenForm } from './use-open-form.ts';
import { WaitingForms } from './waiting-forms.tsx';

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
  const user = useUser();
  const form = useOpenForm(user.id);
  const [saved, setSaved] = useState('');

  function start(edited?: Form) {
    setSaved('');
    form.start(edited);
  }

  function finish({ formNumber }: Form) {
    form.finish();
    setSaved(`Form #${formNumber} is saved.`);
  }

  return (
    <div className="stack">
      <Button kind="main" onPress={() => start()}>
        Track Symptoms
      </Button>
      {saved && <Message kind="success">{saved}</Message>}
      {form.closed && (
        <Message kind="info">
          Your form was closed and is not saved.{' '}
          <Button kind="small" onPress={form.reopen}>
            Undo
          </Button>
        </Message>
      )}
      <WaitingForms
        userId={user.id}
        onSent={(sent, submissionId) => {
          const isShown = [form.open, form.closed].some(
            (each) => each?.submissionId === submissionId,
          );
          if (isShown) finish(sent);
          else setSaved(`Form #${sent.formNumber} is saved.`);
        }}
      />
      <FormHistory zone={zone} onEdit={start} />
      <div className="charts">
        <LineCard zone={zone} />
        <BarCard zone={zone} />
      </div>
      {form.open && (
        <FormDialog
          open={form.open}
          isKept={form.isKept}
          zone={zone}
          onChange={form.change}
          onClose={form.close}
          onDiscard={form.finish}
          onSaved={finish}
        />
      )}
    </div>
  );
}
