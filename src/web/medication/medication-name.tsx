import { medicationLabel } from '../../domain/regimen.ts';
import { Breakable } from '../ui/breakable.tsx';

/** 'Levodopa/carbidopa 100 mg', in bold. */
export function MedicationName({ of }: { readonly of: Parameters<typeof medicationLabel>[0] }) {
  return (
    <b>
      <Breakable text={medicationLabel(of)} />
    </b>
  );
}
