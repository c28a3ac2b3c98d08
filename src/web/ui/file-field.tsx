/** A file of the device's own. */
export function FileField({
  label,
  accept,
  onChoose,
}: {
  readonly label: string;
  /** Endings of file names, as in the attribute of the same name. */
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
          // Else the same file, once it is mended, would be no change.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
