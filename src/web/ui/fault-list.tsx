interface Fault {
  /** Counted from 1; null where it is none of a row. */
  readonly row: number | null;
  readonly path: string;
  readonly rule: string;
}

/**
 * What is wrong with a table or file: where, and why.
 *
 * @param most so many are told of at most
 */
export function FaultList({
  faults,
  most,
}: {
  readonly faults: readonly Fault[];
  readonly most: number;
}) {
  if (faults.length === 0) return null;
  return (
    <>
      <ul className="listed">
        {faults.map((fault) => (
          <li key={wordsOf(fault)}>{wordsOf(fault)}</li>
        ))}
      </ul>
      {faults.length >= most && <p>There may be more. These are the first {most}.</p>}
    </>
  );
}

function wordsOf({ row, path, rule }: Fault): string {
  if (row === null) return `${path || 'The file'} ${rule}`;
  return path ? `Row ${row}: ${path} ${rule}` : `Row ${row} ${rule}`;
}
