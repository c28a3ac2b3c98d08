import { call } from '../platform/client.ts';
import { useConfig } from '../platform/config.ts';
import { LetterPress, useFragment } from './letter-press.tsx';

const WORDS = {
  title: 'Change your email back?',
  subtitle: 'Your account now uses another email.',
  press:
    'If you did not change it, press the button. We will then give your account its old email back, and log you out on every phone and computer. Your password will stop working. Helpers, links and ways to sign in that were added after the change will be removed. Your entries stay.',
  button: 'Change it back',
  busy: 'Changing it back...',
  mine: 'If you changed it yourself, you can close this page.',
  doneTitle: 'Your email is changed back',
  doneSubtitle: 'Your account has its old email again.',
  next: 'Now set a new password. The old one does not work any more.',
};

/** The target of 'Change it back' in the letter to the former address of an account. */
export function EmailBack() {
  const support = useConfig().data?.supportEmail;
  return (
    <LetterPress
      secret={useFragment().get('secret')}
      words={WORDS}
      help={
        support && (
          <p>
            If your account still has the other email, write to{' '}
            <a className="link" href={`mailto:${support}`}>
              {support}
            </a>
          </p>
        )
      }
      onPress={(secret) => call('undoEmailChange', { secret })}
    />
  );
}
