import { useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { useFormHistory } from '../../api/forms.ts';
import { useIsOffline } from '../../api/offline.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { Segments } from '../../ui/segments.tsx';
import { DeletedForms } from './deleted-forms.tsx';
import { FormText } from './form-text.tsx';
import { formTime } from './form-time.ts';

interface HistoryProps {
  readonly zone: string;
  readonly onEdit: (form: Form) => void;
}

/** The latest form and, if there are more, a second tab with the earlier ones. */
export function FormHistory({ zone, onEdit }: HistoryProps) {
  const history = useFormHistory(useUser());
  const [chosen, setChosen] = useState<'recent' | 'past'>('recent');
  const forms = history.data?.pages.flat() ?? [];
  const [latest, ...past] = forms;
  // The page says that it is offline.
  const isOffline = useIsOffline() && history.data !== undefined;

  const recentTab = {
    key: 'recent' as const,
    label: 'Most Recent Form',
    content: latest ? (
      <FormRow form={latest} zone={zone} onEdit={onEdit} />
    ) : (
      <p>No forms submitted yet. Track your symptoms to create your first form!</p>
    ),
  };
  const pastTab = {
    key: 'past' as const,
    label: 'Past Forms',
    content: (
      <div className="stack">
        {past.length > 0 ? (
          <ul className="past-forms" aria-label="Past Forms">
            {past.map((form) => (
              <li key={form.formNumber}>
                <FormRow form={form} zone={zone} onEdit={onEdit} />
              </li>
            ))}
          </ul>
        ) : (
          <p>No past forms available.</p>
        )}
        {history.hasNextPage && (
          <Button busy={history.isFetchingNextPage} onPress={history.fetchNextPage}>
            {history.isFetchingNextPage ? 'Loading...' : 'Show older forms'}
          </Button>
        )}
        {isOffline && !history.hasNextPage && history.data.pages.length > 1 && (
          <p>Older forms are shown when you’re online again.</p>
        )}
        <DeletedForms zone={zone} />
      </div>
    ),
  };

  return (
    <section className="card" aria-label="Form history">
      {history.data ? (
        <Segments
          label="Form history"
          small
          segments={forms.length > 1 ? [recentTab, pastTab] : [recentTab]}
          chosen={forms.length > 1 ? chosen : 'recent'}
          onChoose={setChosen}
        />
      ) : (
        history.isPending && <Loading />
      )}
      {history.isError && !isOffline && (
        <>
          <Message kind="danger">Failed to load form history</Message>
          <Button onPress={history.refetch}>Try again</Button>
        </>
      )}
      {history.data && forms.length <= 1 && <DeletedForms zone={zone} />}
    </section>
  );
}

/** Whether a form was logged for a time before its entry. One minute does not count. */
function isLate({ date, enteredAt }: Form): boolean {
  return Date.parse(enteredAt) - Date.parse(date) > 60_000;
}

function FormRow({ form, zone, onEdit }: HistoryProps & { readonly form: Form }) {
  return (
    // A press on the row is a shortcut for its button, which keyboards and screen readers use. The row is no
    // button, so that a finger can scroll on it.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className="form-row form-row-pressable"
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('button')) onEdit(form);
      }}
    >
      <FormText form={form} zone={zone}>
        {isLate(form) && (
          <span className="tag form-row-late">Entered on {formTime(form.enteredAt, zone).day}</span>
        )}
      </FormText>
      <Button kind="small" label={`Edit Form #${form.formNumber}`} onPress={() => onEdit(form)}>
        Edit
      </Button>
    </div>
  );
}
