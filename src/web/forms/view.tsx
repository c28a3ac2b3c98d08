import type { Form } from '../../contract/entities.ts';
import type { KindView } from '../entries/view.ts';
import { useUser } from '../platform/user.ts';
import { formTime } from '../ui/form-time.ts';
import { FormText } from './form-text.tsx';
import { forms } from './kind.ts';

export const formView: KindView<Form> = {
  kind: forms,
  useWords: () => ({ name: ([form]) => `Form #${form?.formNumber}` }),
  Deleted({ entries: [form] }) {
    const user = useUser();
    return (
      form && (
        <FormText form={form}>
          {form.deletedAt && (
            <span className="tag">
              Deleted on {formTime(form.deletedAt, user.timeZone, user).day}
            </span>
          )}
        </FormText>
      )
    );
  },
};
