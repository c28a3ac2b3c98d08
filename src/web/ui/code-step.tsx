import { useState } from 'react';
import { dropText, keepText, readText } from '../kept-text.ts';
import { Button } from './button.tsx';
import { CodeField } from './fields.tsx';
import { Message } from './message.tsx';

/** A code that was mailed, and what is to be given back with it. */
interface CodeStep {
  readonly email: string;
  readonly challenge: string;
  readonly sentAt: number;
  /** How many were sent, one in place of the other. */
  readonly count: number;
}

/** As long as the server takes the code. */
const LIFETIME_MS = 900_000;

/**
 * The second step of whatever needs a mailed code. It outlives a reload: looking for the mail on a phone
 * often costs the page its memory. Without the code what is kept opens nothing.
 *
 * @param name tells the steps of different screens apart
 */
export function useCodeStep(name: string) {
  const key = `code step: ${name}`;
  const [step, setStep] = useState(() => readStep(key));
  const [code, setCode] = useState('');
  return {
    /** The address that a code was mailed to last, in this tab. */
    email: step?.email ?? '',
    code,
    setCode,
    /** What to send along once the code was typed; undefined where none was mailed to the address. */
    proofFor: (email: string) =>
      step && step.email === email.trim() ? { challenge: step.challenge, code } : undefined,
    isRepeated: (step?.count ?? 0) > 1,
    begin(email: string, challenge: string) {
      const sent = email.trim();
      const count = step?.email === sent ? step.count + 1 : 1;
      const next = { email: sent, challenge, sentAt: Date.now(), count };
      setCode('');
      setStep(next);
      keepText(key, JSON.stringify(next), 'tab');
    },
    end() {
      setStep(undefined);
      dropText(key, 'tab');
    },
  };
}

function readStep(key: string): CodeStep | undefined {
  const kept = readText(key, 'tab');
  const step: CodeStep | undefined = kept ? JSON.parse(kept) : undefined;
  return step && Date.now() - step.sentAt < LIFETIME_MS ? step : undefined;
}

/** The field for the code, below the words that say where it is. */
export function CodeEntry({
  step,
  sent,
}: {
  readonly step: ReturnType<typeof useCodeStep>;
  /** What was mailed, and to whom. */
  readonly sent: string;
}) {
  return (
    <>
      <Message kind="info">
        {step.isRepeated ? `${sent} Use the code in the newest email.` : sent}
      </Message>
      <CodeField
        label="Code from the email"
        value={step.code}
        problem={codeProblem(step.code)}
        onChange={step.setCode}
      />
    </>
  );
}

/** For a mail that does not come, or a code that was tried too often. */
export function NewCodeButton({
  busy,
  onPress,
}: {
  readonly busy: boolean;
  readonly onPress: () => void;
}) {
  return (
    <Button wide busy={busy} onPress={onPress}>
      Send a new code
    </Button>
  );
}

/** What is wrong with a code as it was typed; '' where nothing is. */
function codeProblem(code: string): string {
  return /^\d{6}$/.test(code.replace(/[\s-]/g, '')) ? '' : 'Enter the 6-digit code.';
}
