import { PROVIDER_KEYS, type ProviderNames } from '../../contract/providers.ts';
import { call } from '../platform/client.ts';
import { useProviderNames } from '../platform/config.ts';
import { LetterPress, type PressWords, useFragment } from './letter-press.tsx';

/** The target of 'This was not me' in a letter about a new way to sign in, a new device or a new link. */
export function NotMe() {
  const parameters = useFragment();
  const names = useProviderNames();
  return (
    <LetterPress
      secret={parameters.get('secret')}
      words={{ ...COMMON, ...wordsOf(parameters.get('way'), names) }}
      onPress={(secret) => call('endWayIn', { secret })}
    />
  );
}

const COMMON = {
  title: 'Was this you?',
  button: 'It was not me. End it',
  busy: 'Ending it...',
  doneTitle: 'Your account is safe',
  next: 'Now set a new password, in case somebody knows the old one.',
};
const EVERYWHERE = 'You are logged out on every phone and computer. What you saved stays.';

function wordsOf(way: string | null, names: ProviderNames): Omit<PressWords, keyof typeof COMMON> {
  if (way === 'browser') {
    return {
      subtitle: 'Someone signed in to your account on a new device.',
      press: `If it was not you, press the button. That device is then logged out. ${EVERYWHERE}`,
      mine: 'If it was you, you can close this page.',
      doneSubtitle: 'That device is logged out.',
    };
  }
  if (way === 'share') {
    return {
      subtitle: 'There is a new link to your data.',
      press: `If you did not make it, press the button. It then stops, with all links from that hour. ${EVERYWHERE}`,
      mine: 'If you made it yourself, you can close this page.',
      doneSubtitle: 'Nobody can open that link now.',
    };
  }
  return {
    subtitle: `There is a new way to sign in to your account${nameOf(way, names)}.`,
    press: `If you did not add it, press the button. Nobody can then sign in that way. ${EVERYWHERE}`,
    mine: 'If you added it yourself, you can close this page.',
    doneSubtitle: 'Nobody can sign in that way now.',
  };
}

/** The way to sign in that the link names. Only known names are shown: anybody can make a link. */
function nameOf(way: string | null, names: ProviderNames): string {
  if (way === 'password') return ': a password';
  if (way === 'passkey') return ': a passkey';
  const provider = PROVIDER_KEYS.find((key) => key === way);
  return provider ? `: ${names[provider]}` : '';
}
