import { SelectField, Switch } from '../ui/fields.tsx';

export interface Rights {
  readonly may: 'read' | 'log';
  readonly notes: boolean;
}

/** What a caregiver may do, in words. */
export function rightsText({ may, notes }: Rights): string {
  const words = may === 'log' ? 'Can see your data and log for you.' : 'Can see your data.';
  return `${words} ${notes ? 'Can see your notes.' : 'Can’t see your notes.'}`;
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
        label="What may they do?"
        value={rights.may}
        onChange={(may) => onChange({ ...rights, may: may === 'log' ? 'log' : 'read' })}
      >
        <option value="read">See my data</option>
        <option value="log">See and log my data</option>
      </SelectField>
      <Switch checked={rights.notes} onChange={(notes) => onChange({ ...rights, notes })}>
        They may see my notes
      </Switch>
    </>
  );
}
