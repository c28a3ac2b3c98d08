import { useState } from 'react';
import type { Form } from '../../../contract/entities.ts';
import { useFormHistory } from '../../api/forms.ts';
import { useUser } from '../../api/user.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Message } from '../../ui/message.tsx';
import { Segments } from '../../ui/segments.tsx';
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard
          <ul className="past-forms" tabIndex={0} aria-label="Past Forms">
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
      {history.isError && (
        <>
          <Message kind="danger">Failed to load form history</Message>
          <Button onPress={history.refetch}>Try again</Button>
        </>
      )}
    </section>
  );
}

/** Whether a form was logged for a time before its entry. One minute does not count. */
function isLate({ date, enteredAt }: Form): boolean {
  return Date.parse(enteredAt) - Date.parse(date) > 60_000;
}

function FormRow({ form, zone, onEdit }: HistoryProps & { readonly form: Form }) {
  const { day, time } = formTime(form.date, zone);
  return (
    <div className="form-row">
      <div className="form-row-text">
        <span className="form-row-number">Form #{form.formNumber}</span>
        <span>
          {day}, <span className="form-row-time">{time}</span>
        </span>
        <span className="soft">{form.symptoms.join(', ') || 'No symptoms'}</span>
        {isLate(form) && (
          <span className="tag form-row-late">Entered on {formTime(form.enteredAt, zone).day}</span>
        )}
      </div>
      <Button kind="small" label={`Edit Form #${form.formNumber}`} onPress={() => onEdit(form)}>
        Edit
      </Button>
    </div>
  );
}
