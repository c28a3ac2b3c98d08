import { useId, useState } from 'react';

/** A field for a file of the device. */
export function FileField({
  label,
  accept,
  onChoose,
}: {
  readonly label: string;
  /** File name extensions, as in the HTML attribute `accept`. */
  readonly accept: string;
  readonly onChoose: (file: File) => void;
}) {
  const id = useId();
  const [name, setName] = useState('');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="field-file"
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (!file) return;
          setName(file.name);
          onChoose(file);
        }}
        onClick={({ currentTarget }) => {
          // Without this, choosing a corrected file of the same name again would fire no `change` event.
          currentTarget.value = '';
        }}
      />
      {name && <span className="field-file-name">{name}</span>}
    </div>
  );
}
