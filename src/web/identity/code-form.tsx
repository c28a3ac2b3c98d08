import '../ui/form-sheet.css';
import type { ReactNode } from 'react';
import { FailureInView } from '../platform/failure.tsx';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { CodeEntry, NewCodeButton, NoMail, type Step } from './code-step.tsx';

/** The form of a dialog that sends a code to an address first, and then the code to the server. */
export function CodeForm({
  step,
  email,
  refusal,
  failure,
  isPending,
  save,
  onSend,
  children,
}: {
  readonly step: Step;
  /** The address that gets the code. */
  readonly email: string;
  /** Why the server refused the code; '' if it did not. */
  readonly refusal: string;
  /** Why sending failed; null if it did not, or if a field says why. */
  readonly failure: Error | null;
  readonly isPending: boolean;
  /** What the button does once a code was sent, such as 'Save email'. */
  readonly save: string;
  /** @param proof the code to send; undefined to request one */
  readonly onSend: (proof: ReturnType<Step['proofFor']>) => void;
  /** The fields before the code. */
  readonly children: ReactNode;
}) {
  const proof = step.proofFor(email);
  return (
    <Form className="form-sheet" onSubmit={() => onSend(proof)}>
      <div className="form-entries">
        {children}
        <NoMail step={step} />
        {proof && (
          <CodeEntry
            step={step}
            sent={`We sent a 6-digit code to ${email.trim()}.`}
            refusal={refusal}
          />
        )}
      </div>
      {proof && <NewCodeButton step={step} busy={isPending} onPress={() => onSend(undefined)} />}
      <FailureInView of={failure} />
      <div className="form-foot">
        <Button kind="main" type="submit" busy={isPending}>
          {buttonText(step, { hasCode: proof !== undefined, isPending, save })}
        </Button>
      </div>
    </Form>
  );
}

/** The text of the button that requests a code, or sends it. */
function buttonText(
  { support }: Step,
  { hasCode, isPending, save }: { hasCode: boolean; isPending: boolean; save: string },
): string {
  if (hasCode) return isPending ? 'Saving...' : save;
  if (support === undefined) return isPending ? 'Sending...' : 'Send code';
  return isPending ? 'Creating...' : 'Create code';
}
