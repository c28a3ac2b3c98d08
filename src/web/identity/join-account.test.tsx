import { expect, it } from 'vitest';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson, NOBODY, PLAIN } from '../testing/person.ts';
import { alert, button, field, fill, see, seeNot } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';

const KNOWN = answersFor(makePerson());
const EMAIL = 'ada@example.org';
const CONFIG = {
  ...PLAIN,
  providers: ['oidc'],
  oidcName: 'Clinic',
  oidcOnly: true,
  signUp: false,
} satisfies Answers['getConfig'];
const OUTCOME = {
  id: 'v',
  provider: 'oidc',
  purpose: 'signIn',
  mode: 'page',
  problem: 'An account exists.',
  accountEmail: EMAIL,
} as const;

/** Somebody with an account from before comes back from the operator's own provider. */
function comeBack(answers: Answers) {
  return openApp('/oauth-end', {
    ...KNOWN,
    ...NOBODY,
    getConfig: CONFIG,
    getSession: refuse('signedOut'),
    takeOAuthOutcome: { outcome: OUTCOME },
    ...answers,
  });
}

it('joins the account with its password, and leads into it', async () => {
  const server = comeBack({ joinOwnProvider: KNOWN.getSession });
  await see(EMAIL);
  await fill('The password of that account', 'steady as she goes');
  await button('Continue').click();
  await see(button('Logout'));
  expect(server.inputsOf('joinOwnProvider')).toEqual([{ password: 'steady as she goes' }]);
});

it('joins it with a code, also if the phone loads the page again meanwhile', async () => {
  const challenge = 'A'.repeat(43);
  comeBack({ joinOwnProvider: { challenge } });
  await button('Use a code by email instead').click();
  await button('Send code').click();
  await see(field('Code from the email'));
  // The provider sends the person back at once.
  const server = comeBack({ joinOwnProvider: KNOWN.getSession });
  await fill('Code from the email', '123456');
  await button('Continue').click();
  await see(button('Logout'));
  expect(server.inputsOf('joinOwnProvider')).toEqual([{ challenge, code: '123456' }]);
});

it('offers the provider again once it has taken too long', async () => {
  comeBack({ joinOwnProvider: refuse('joinExpired') });
  await fill('The password of that account', 'steady as she goes');
  await button('Continue').click();
  await expect.element(alert()).toHaveTextContent('That took too long. Please start again.');
  await see(button('Sign in with Clinic'));
});

it('offers no code where no mail goes out', async () => {
  comeBack({ getConfig: { ...CONFIG, signInLink: false } });
  await see(field('The password of that account'));
  await seeNot(button('Use a code by email instead'));
});
