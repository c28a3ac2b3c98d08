import type { Form } from '../../contract/entities.ts';
import { dateOf } from '../../domain/zone.ts';
import { useNearDay } from '../platform/use-near-day.ts';
import { Button } from '../ui/button.tsx';
import { FormText } from './form-text.tsx';

/** Whether a form was entered more than one minute after the time that it is for. */
function isLate({ date, enteredAt }: Form): boolean {
  return Date.parse(enteredAt) - Date.parse(date) > 60_000;
}

function EnteredDay({ of: { enteredAt, timeZone } }: { readonly of: Form }) {
  return useNearDay()(dateOf(Date.parse(enteredAt), timeZone));
}

/** A form in the history. A press anywhere on the row opens it. */
export function FormRow({
  form,
  onEdit,
}: {
  readonly form: Form;
  readonly onEdit: (form: Form) => void;
}) {
  const text = (
    <FormText form={form}>
      {isLate(form) && (
        <span className="tag entry-row-late">
          Entered on <EnteredDay of={form} />
        </span>
      )}
    </FormText>
  );
  if (form.readOnly) return <div className="entry-row">{text}</div>;
  return (
    // A press on the row is a shortcut for its button, which keyboards and screen readers use. The row itself is not a
    // button, so that people can scroll with a finger on it.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className="entry-row entry-row-pressable"
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('button')) onEdit(form);
      }}
    >
      {text}
      <Button
        kind="quiet"
        icon="edit"
        label={`Edit Form #${form.formNumber}`}
        onPress={() => onEdit(form)}
      >
        Edit
      </Button>
    </div>
  );
}
