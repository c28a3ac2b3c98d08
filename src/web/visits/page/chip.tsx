/** A severity with the colour of the nearest whole one. */
export function Chip({
  severity,
  digits,
}: {
  readonly severity: number;
  readonly digits?: number;
}) {
  return (
    <span className="visit-chip" data-severity={Math.round(severity)}>
      {digits === undefined ? severity : severity.toFixed(digits)}
    </span>
  );
}
