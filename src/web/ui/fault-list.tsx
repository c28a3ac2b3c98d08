interface Fault {
  /** Counted from 1; null if the fault concerns no single row. */
  readonly row: number | null;
  readonly path: string;
  readonly rule: string;
}

/**
 * The faults of a table or file: where and why.
 *
 * @param most the maximum number of faults to list
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

/** The server's message for a wrong time. It is written for programs, so people get another sentence. */
const NO_TIME = /^must be an ISO instant/;

function wordsOf({ row, path, rule }: Fault): string {
  if (row !== null && NO_TIME.test(rule)) return `Row ${row}: the date and time can’t be read.`;
  if (row === null) return `${path || 'The file'} ${rule}`;
  return path ? `Row ${row}: ${path} ${rule}` : `Row ${row} ${rule}`;
}
