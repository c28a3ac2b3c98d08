import { SelectField, Switch } from '../../ui/fields.tsx';

export interface Rights {
  readonly may: 'read' | 'log';
  readonly notes: boolean;
}

/** What a caregiver may do, in words. */
export function rightsText({ may, notes }: Rights): string {
  const words = may === 'log' ? 'May read, and log for you.' : 'May read.';
  return `${words} ${notes ? 'Sees notes.' : 'Does not see notes.'}`;
}

/** The choice of what a caregiver may do. */
export function CaregiverRights({
  rights,
  onChange,
}: {
  readonly rights: Rights;
  readonly onChange: (rights: Rights) => void;
}) {
  return (
    <>
      <SelectField
        label="What they may do"
        value={rights.may}
        onChange={(may) => onChange({ ...rights, may: may === 'log' ? 'log' : 'read' })}
      >
        <option value="read">May read</option>
        <option value="log">May log for me</option>
      </SelectField>
      <Switch checked={rights.notes} onChange={(notes) => onChange({ ...rights, notes })}>
        May read notes
      </Switch>
    </>
  );
}
