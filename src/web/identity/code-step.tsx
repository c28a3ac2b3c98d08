import { useState } from 'react';
import { dropText, keepText, readText } from '../platform/kept-text.ts';
import { Button } from '../ui/button.tsx';
import { CodeField } from '../ui/fields.tsx';
import { Message } from '../ui/message.tsx';

/** A request for a mailed code, with the challenge that is sent back together with the code. */
interface CodeStep {
  readonly email: string;
  readonly challenge: string;
  readonly sentAt: number;
  /** How many codes were sent to this address; each one replaces the one before. */
  readonly count: number;
}

/** How long the server accepts a code (ms). */
const LIFETIME_MS = 900_000;

/**
 * The second step on every screen that needs a mailed code. It survives a reload, because a phone often discards the
 * page while its owner looks for the email. The stored challenge is useless without the code.
 *
 * @param name distinguishes the steps of different screens
 * @param support the address to ask for the code, if the server sends no email
 */
export function useCodeStep(name: string, support: string | undefined) {
  const key = `code step: ${name}`;
  const [step, setStep] = useState(() => readStep(key));
  const [code, setCode] = useState('');
  return {
    /** The address of the last code that was requested in this tab. */
    email: step?.email ?? '',
    code,
    setCode,
    support,
    /** The fields to send with the code; undefined if no code was requested for this address. */
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

export type Step = ReturnType<typeof useCodeStep>;

/** Says who has the code if the server sends no email. */
export function NoMail({ step: { support, isRepeated } }: { readonly step: Step }) {
  if (!support) return null;
  return (
    <Message kind="info">
      This server sends no email. The person who runs it can read the code to you.{' '}
      {isRepeated && 'Ask for the newest code. '}Write to{' '}
      <a className="link" href={`mailto:${support}`}>
        {support}
      </a>
    </Message>
  );
}

/** The field for the code, below a message that says where the code is. */
export function CodeEntry({
  step,
  sent,
  refusal,
}: {
  readonly step: Step;
  /** What was sent, and to which address. */
  readonly sent: string;
  /** Why the server refused the code; '' if it did not. */
  readonly refusal: string;
}) {
  return (
    <>
      {!step.support && (
        <Message kind="info">
          {step.isRepeated ? `${sent} Use the code in the newest email.` : sent}
        </Message>
      )}
      <CodeField
        label={step.support ? 'Code' : 'Code from the email'}
        value={step.code}
        problem={codeProblem(step.code)}
        refusal={refusal}
        onChange={step.setCode}
      />
    </>
  );
}

/** Requests another code, if the email does not arrive or the code was tried too often. */
export function NewCodeButton({
  step,
  busy,
  onPress,
}: {
  readonly step: Step;
  readonly busy: boolean;
  readonly onPress: () => void;
}) {
  return (
    <Button wide busy={busy} onPress={onPress}>
      {step.support ? 'Create a new code' : 'Send a new code'}
    </Button>
  );
}

/** What is wrong with the typed code; '' if it is valid. */
function codeProblem(code: string): string {
  const isCode = /^\d{6}$/.test(code.replace(/[\s-]/g, ''));
  return isCode ? '' : 'The code has 6 digits. Please check what you typed.';
}
