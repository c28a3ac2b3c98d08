import { useEffect, useState } from 'react';
import type { Form } from '../../contract/entities.ts';
import { NotOnDevice } from '../entries/not-on-device.tsx';
import { FormRow } from '../forms/form-row.tsx';
import { useFormHistory } from '../forms/queries.ts';
import { useMedications } from '../medication/queries.ts';
import { isUnreached, useIsOffline } from '../platform/offline.ts';
import { useHelping, useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { Segments } from '../ui/segments.tsx';

const deletedEntries = lazy(
  async () => (await import('./deleted-entries.tsx')).DeletedEntries,
  null,
);

const pastEntries = lazy(async () => (await import('./past-entries.tsx')).PastEntries);

interface HistoryProps {
  readonly onEdit: (form: Form) => void;
}

/** The latest form. A second tab has the earlier entries, if there are more forms or any medication. */
export function FormHistory({ onEdit }: HistoryProps) {
  const user = useUser();
  const isHelping = useHelping() !== undefined;
  const history = useFormHistory(user);
  const [chosen, setChosen] = useState<'recent' | 'past'>('recent');
  useEffect(pastEntries.fetchLater, []);
  const forms = history.data?.pages.flat() ?? [];
  const [latest] = forms;
  // The list of past forms also contains past doses, so that they can be corrected.
  const hasMedication = (useMedications(user.id).data ?? []).length > 0;
  const hasPast = forms.length > 1 || hasMedication;
  const isOut = isUnreached(history, useIsOffline());

  const recentTab = {
    key: 'recent' as const,
    label: 'Most Recent Form',
    content: latest ? (
      <FormRow form={latest} onEdit={onEdit} />
    ) : (
      <p>
        {isHelping
          ? 'No forms submitted yet.'
          : 'No forms submitted yet. Track your symptoms to create your first form!'}
      </p>
    ),
  };
  const pastTab = {
    key: 'past' as const,
    label: 'Past Forms',
    content: <pastEntries.Component onEdit={onEdit} />,
  };

  return (
    <section className="card" aria-label="Form history">
      {history.data ? (
        <Segments
          label="Form history"
          segments={hasPast ? [recentTab, pastTab] : [recentTab]}
          chosen={hasPast ? chosen : 'recent'}
          onChoose={setChosen}
        />
      ) : (
        history.isPending && <Loading />
      )}
      {history.isError && !isOut && (
        <>
          <Message kind="danger">Failed to load form history</Message>
          <Button onPress={history.refetch}>Try again</Button>
        </>
      )}
      {isOut && !history.data && <NotOnDevice what="forms" />}
      {history.data && !isHelping && (
        <deletedEntries.Component hasPast={hasPast} isPast={hasPast && chosen === 'past'} />
      )}
    </section>
  );
}
