import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import type { MedicationRow } from './medication-row.ts';

const anotherDose = lazy(
  async () => (await import('./another-dose.tsx')).AnotherDose,
  <DialogLoading />,
);

/** Opens the dialog for a dose at another time, in addition to the plan, or skipped. */
export function AnotherButton({
  rows,
  of,
  onLogged,
}: {
  readonly rows: readonly MedicationRow[];
  /** The name of the medication or the time of the group, for screen readers. */
  readonly of: string;
  readonly onLogged: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const title = titleOf(rows);
  return (
    <div className="row-actions">
      <Button kind="quiet" icon="clock" label={`${title}…, ${of}`} onPress={() => setIsOpen(true)}>
        {title}…
      </Button>
      {isOpen && (
        <anotherDose.Component
          title={title}
          rows={rows}
          onClose={() => setIsOpen(false)}
          onLogged={() => {
            setIsOpen(false);
            onLogged();
          }}
        />
      )}
    </div>
  );
}

function titleOf(rows: readonly MedicationRow[]): string {
  if (rows.some(({ row }) => row.kind === 'offer')) return 'Another time, or skipped';
  return rows.some(({ row }) => row.kind === 'asNeeded') ? 'Another time' : 'Log a dose';
}
