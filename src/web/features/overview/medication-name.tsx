import { Fragment } from 'react';
import { medicationLabel } from '../../../domain/regimen.ts';

/** 'Levodopa/carbidopa 100 mg', in bold. A line may break after a slash. */
export function MedicationName({ of }: { readonly of: Parameters<typeof medicationLabel>[0] }) {
  const [first, ...others] = medicationLabel(of).split('/');
  return (
    <b>
      {first}
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
        <Fragment key={index}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </b>
  );
}
