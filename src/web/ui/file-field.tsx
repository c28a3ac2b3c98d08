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
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        className="field-control field-file"
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
        }}
        onClick={({ currentTarget }) => {
          // Otherwise choosing the same file again after correcting it would not be a change.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
