import type { Form } from '../../contract/entities.ts';
import type { KindView } from '../entries/view.ts';
import { useNearDayOf } from '../platform/use-near-day.ts';
import { FormText } from './form-text.tsx';
import { forms } from './kind.ts';

export const formView: KindView<Form> = {
  kind: forms,
  useWords: () => ({ name: ([form]) => `Form #${form?.formNumber}` }),
  Deleted({ entries: [form] }) {
    const dayOf = useNearDayOf();
    return (
      form && (
        <FormText form={form}>
          {form.deletedAt && <span className="tag">Deleted on {dayOf(form.deletedAt)}</span>}
        </FormText>
      )
    );
  },
};
