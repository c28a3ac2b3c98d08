import './overview.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { useConfig } from '../../api/config.ts';
import type { OpenForm } from '../../api/device.ts';
import { useFormHistory } from '../../api/forms.ts';
import { type Arrival, useSending } from '../../api/send-unsent.ts';
import { useUnsentChanged } from '../../api/unsent-forms.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { DialogLoading } from '../../ui/dialog-loading.tsx';
import { fetchInQuiet, later } from '../../ui/later.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { BarCard } from './bar-card.tsx';
import { FormHistory } from './form-history.tsx';
import { LegacyOffer } from './legacy-offer.tsx';
import { LineCard } from './line-card.tsx';
import { savedMessage } from './saved-message.ts';
import { SpreadsheetEnded } from './spreadsheet-ended.tsx';
import { useOpenForm } from './use-open-form.ts';
import { WaitingForms } from './waiting-forms.tsx';

const formDialog = later(
  async () => (await import('./form-dialog.tsx')).FormDialog,
  <DialogLoading />,
);

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
  const track = useRef<HTMLButtonElement>(null);
  // What opens a form goes as it opens; when the form is closed, the keys go on from here.
  const focusTrack = () => track.current?.focus({ preventScroll: true });
  // The history's height is not known before: the charts below it would jump.
  const isPlaced = !useFormHistory(user).isPending;
  const opened = useOpenForm(user.id, focusTrack);
  const { arrived, told } = useSending();
  const unsentChanged = useUnsentChanged(user.id);
  const [message, setMessage] = useState('');

  useEffect(() => fetchInQuiet(formDialog), []);

  const receive = useEffectEvent((arrivals: readonly Arrival[]) => {
    for (const { sent } of arrivals) opened.arrive(sent.form);
    const saved = arrivals.map(({ form, sent }) => ({
      form,
      sent: sent.form,
      submittedAt: sent.submission.enteredAt,
    }));
    setMessage(savedMessage(saved, zone));
    told();
  });
  useEffect(() => {
    if (arrived.length > 0) receive(arrived);
  }, [arrived]);

  function start(edited?: Form) {
    setMessage('');
    opened.start(edited);
  }

  async function discard(form: OpenForm, wantedBackAs?: OpenForm) {
    focusTrack();
    await opened.discard(form, wantedBackAs);
    await unsentChanged();
  }

  return (
    <div className="stack">
      <Button kind="main" ref={track} onPress={() => start()}>
        Track Symptoms
      </Button>
      {opened.open && (
        <formDialog.Component
          open={opened.open}
          isKept={opened.isKept}
          zone={zone}
          onChange={opened.change}
          onClose={opened.close}
          onHide={opened.hide}
          onDiscard={discard}
          onReplace={(former, form) => opened.replace(former, form, false)}
          onSaved={(sent, form) => {
            const submittedAt = new Date().toISOString();
            setMessage(savedMessage([{ form, sent, submittedAt }], zone));
            opened.finish(sent);
          }}
        />
      )}
      {message && <Message kind="success">{message}</Message>}
      {opened.isElsewhere && (
        <Message kind="info">That form is open in another window, or was finished there.</Message>
      )}
      {opened.discarded.map((form) => (
        <Message key={form.submissionId} kind="info">
          Your form is discarded. <Undo form={form} onPress={opened.restore} />
        </Message>
      ))}
      {opened.closed.map((form) => (
        <Message key={form.submissionId} kind="info">
          {form.edited ? `Your changes to Form #${form.edited.formNumber} were` : 'Your form was'}{' '}
          closed and {form.edited ? 'are' : 'is'} not saved.{' '}
          <Undo form={form} onPress={opened.reopen} />
        </Message>
      ))}
      <SpreadsheetEnded userId={user.id} />
      <LegacyOffer userId={user.id} />
      <WaitingForms
        zone={zone}
        onCorrect={async (refused, form) => {
          await opened.replace(refused, form, true);
          await unsentChanged();
        }}
        onDiscard={discard}
        onGone={focusTrack}
      />
      <FormHistory zone={zone} onEdit={start} />
      <div className={isPlaced ? 'charts' : 'charts charts-unplaced'}>
        <LineCard zone={zone} />
        <BarCard zone={zone} />
      </div>
    </div>
  );
}

function Undo({
  form,
  onPress,
}: {
  readonly form: OpenForm;
  readonly onPress: (form: OpenForm) => void;
}) {
  return (
    <Button kind="small" onPress={() => onPress(form)}>
      Undo
    </Button>
  );
}
