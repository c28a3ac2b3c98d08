import './auth.css';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import { passwordProblem, repetitionProblem } from '../../domain/person.ts';
import { call, isStatus, refusalOf, serverMessage } from '../platform/client.ts';
import { useNoMail } from '../platform/config.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Message } from '../ui/message.tsx';
import { AuthPage, BackToSignIn } from './auth-page.tsx';
import { CodeEntry, NewCodeButton, NoMail, useCodeStep } from './code-step.tsx';
import { LinkRequest } from './link-request.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

const TITLE = 'Reset your password';
const CODE_SENT = 'If an account exists for this email, we sent a 6-digit code.';

/**
 * The first submission requests a code by email; the second one sends the code and sets the new password
 * (DECISIONS 5).
 */
export function ForgotPassword() {
  const step = useCodeStep('reset', useNoMail());
  const [email, setEmail] = useState(step.email);
  const [newPassword, setNewPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const [mistake, setMistake] = useState('');
  const proof = step.proofFor(email);
  const reset = useMutation({
    mutationFn: (asked: { email: string; challenge?: string; code?: string }) =>
      call('resetPassword', { newPassword, ...asked }),
    onSuccess: (answer, asked) => {
      if ('challenge' in answer) step.begin(asked.email, answer.challenge);
      else step.end();
    },
  });

  function send(withCode: typeof proof) {
    setMistake('');
    if (!reset.isPending) reset.mutate({ email, ...withCode });
  }

  /** Bypasses the form's submit, because the code field may be empty. The passwords are still validated. */
  function requestNewCode() {
    const wrong = passwordProblem(newPassword) || repetitionProblem(newPassword, confirmPassword);
    if (wrong) setMistake(wrong);
    else send(undefined);
  }

  // The server returns this error only for a wrong or expired code.
  const refusedCode = proof && !mistake ? refusalOf(reset.error, accountErrors.resetFailed) : '';
  const tooCommon = mistake ? '' : refusalOf(reset.error, accountErrors.passwordTooCommon);
  const isSpent = !mistake && refusalOf(reset.error, accountErrors.budgetSpent) !== '';
  const done = reset.data && 'message' in reset.data ? reset.data.message : '';
  useEffect(() => {
    // The form that had the focus has been unmounted.
    if (done) document.querySelector('main')?.focus();
  }, [done]);
  if (done) {
    return (
      <AuthPage title={TITLE}>
        <Message kind="success">{done}</Message>
        <BackToSignIn />
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={TITLE}
      subtitle={
        step.support || proof
          ? 'You need a code to show that it’s you.'
          : 'We’ll email you a code to check that it’s you.'
      }
    >
      <Form className="auth-form" onSubmit={() => send(proof)}>
        <NoMail step={step} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          missing="Enter your email."
          value={email}
          onChange={setEmail}
        />
        <NewPasswordFields
          password={newPassword}
          repeated={confirmPassword}
          refusal={tooCommon}
          onPassword={setNewPassword}
          onRepeated={setConfirmPassword}
        />
        {proof && <CodeEntry step={step} sent={CODE_SENT} refusal={refusedCode} />}
        {(mistake || (reset.isError && !refusedCode && !tooCommon)) && (
          <Message kind="danger">{mistake || resetProblem(reset.error)}</Message>
        )}
        {isSpent && <LinkRequest email={email} />}
        <Button kind="main" type="submit" busy={reset.isPending}>
          {reset.isPending ? 'Resetting...' : 'Reset Password'}
        </Button>
        {proof && <NewCodeButton step={step} busy={reset.isPending} onPress={requestNewCode} />}
      </Form>
      <BackToSignIn />
    </AuthPage>
  );
}

/** The message for a failed call: the spec's message for every error except too many attempts (SPEC section 8). */
function resetProblem(error: Error | null): string {
  const failed = accountErrors.resetFailed.message;
  return isStatus(error, 429) ? serverMessage(error, failed) : failed;
}
