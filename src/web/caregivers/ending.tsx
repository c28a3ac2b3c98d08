import type { ReactNode } from 'react';
import { Failure } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { AskFirst } from '../ui/ask-first.tsx';
import { type CaregiverChange, useChangeCaregivers } from './queries.ts';

/** A button that ends an access or an invitation. It asks first, because only a new invitation undoes it. */
export function Ending({
  change: ending,
  onDone,
  ...words
}: {
  readonly name: string;
  readonly question: ReactNode;
  readonly verb: string;
  readonly sure?: string;
  readonly kind?: 'danger';
  readonly change: CaregiverChange;
  /** Called when it has ended. */
  readonly onDone?: () => void;
}) {
  const change = useChangeCaregivers(useUser().id);
  function end() {
    // Uses the promise, because a callback of `mutate` is not called once the list has no such entry any more.
    void change.mutateAsync(ending).then(onDone, () => {});
  }
  return (
    <AskFirst {...words} busy={change.isPending} onSure={end}>
      <NotChanged error={change.error} />
    </AskFirst>
  );
}

/** Says that a change of the helpers could not be saved. */
export function NotChanged({ error }: { readonly error: Error | null }) {
  return <Failure of={error} otherwise="We couldn’t save this change. Please try again." />;
}
