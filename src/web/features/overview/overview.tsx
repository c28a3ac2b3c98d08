import './overview.css';
import { useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { useConfig } from '../../api/config.ts';
import type { OpenForm } from '../../api/device.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { BarCard } from './bar-card.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FormHistory } from './form-history.tsx';
import { formTime, instantOf } from './form-time.ts';
import { LineCard } from './line-card.tsx';
import { useOpenForm } from './use-open-form.ts';
import { WaitingForms } from './waiting-forms.tsx';

/** The server puts what a clock that is ahead says at its own time: by less than this, in milliseconds. */
const SAME_TIME_MS = 300_000;

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
  const opened = useOpenForm(user.id);
  const [saved, setSaved] = useState('');
  const hasNew = [opened.open, ...opened.closed].some((form) => form && !form.edited);

  function start(edited?: Form) {
    setSaved('');
    opened.start(edited);
  }

  function finish(open: OpenForm, form: Form) {
    tell(form, open.loggedAt);
    opened.finish(open);
  }

  function tell(form: Form, asked?: string) {
    const { formNumber, date } = form;
    // Its answer was lost, and the time was changed before the next try.
    const isOther =
      asked !== undefined && Math.abs(instantOf(asked) - instantOf(date)) > SAME_TIME_MS;
    const { day, time } = formTime(date, zone);
    setSaved(
      isOther
        ? `Form #${formNumber} was saved before, for ${day}, ${time}. That time stays.`
        : `Form #${formNumber} is saved.`,
    );
  }

  return (
    <div className="stack">
      <Button kind="main" onPress={() => start()}>
        Track Symptoms
      </Button>
      {saved && <Message kind="success">{saved}</Message>}
      {opened.closed.map((form) => (
        <Message key={form.submissionId} kind="info">
          {form.edited ? `Your changes to Form #${form.edited.formNumber} were` : 'Your form was'}{' '}
          closed and {form.edited ? 'are' : 'is'} not saved.{' '}
          <Button kind="small" onPress={() => opened.reopen(form)}>
            Undo
          </Button>
        </Message>
      ))}
      <WaitingForms
        userId={user.id}
        zone={zone}
        onSent={(sent, submissionId) => {
          const shown = [opened.open, ...opened.closed].find(
            (each) => each?.submissionId === submissionId,
          );
          if (shown) opened.finish(shown);
          tell(sent);
        }}
        onCorrect={hasNew ? undefined : opened.correct}
      />
      <FormHistory zone={zone} onEdit={start} />
      <div className="charts">
        <LineCard zone={zone} />
        <BarCard zone={zone} />
      </div>
      {opened.open && (
        <FormDialog
          open={opened.open}
          isKept={opened.isKept}
          zone={zone}
          onChange={opened.change}
          onClose={opened.close}
          onDiscard={opened.finish}
          onSaved={finish}
        />
      )}
    </div>
  );
}
