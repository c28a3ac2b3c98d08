import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../domain/counted.ts';
import { call } from '../platform/client.ts';
import { useConfig } from '../platform/config.ts';
import { Failure } from '../platform/failure.tsx';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';

/** Sends a sign-in link to the address typed above, if this installation sends email. */
export function LinkRequest({
  email,
  isMain = false,
}: {
  readonly email: string;
  /** Whether this is the screen's main action, because the person's link does not work and they need a new one. */
  readonly isMain?: boolean;
}) {
  const config = useConfig();
  const [missing, setMissing] = useState(false);
  const request = useMutation({
    mutationFn: (to: string) => call('sendSignInLink', { email: to }),
  });
  if (!config.data?.signInLink) return null;
  const { minutes = 0, accountsOnly = false } = request.data ?? {};

  function send() {
    const isAddress = /^\S+@\S+$/.test(email.trim());
    setMissing(!isAddress);
    if (isAddress) request.mutate(email.trim());
    else request.reset();
  }

  return (
    <div className="stack-close">
      <Button kind={isMain ? 'main' : 'plain'} wide busy={request.isPending} onPress={send}>
        {request.isPending
          ? 'Sending...'
          : isMain
            ? 'Email me a new link'
            : 'Email me a sign-in link'}
      </Button>
      {missing && <Message kind="danger">First, enter your email above.</Message>}
      <Failure of={request.error} otherwise="The link could not be sent. Please try again." />
      {request.isSuccess && !missing && (
        <Message kind={accountsOnly ? 'info' : 'success'}>
          {accountsOnly
            ? `We can’t send more emails to new addresses today. If you have an account, a link is on its way to ${request.variables}.`
            : `A link is on its way to ${request.variables}.`}{' '}
          {minutes > 0 && `It can take ${counted(minutes, 'minute')} to arrive. Then `}
          {minutes > 0 ? 'it' : 'It'} works once and expires in 15 minutes.
        </Message>
      )}
    </div>
  );
}
