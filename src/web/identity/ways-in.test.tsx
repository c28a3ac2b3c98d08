import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson, NOBODY, PLAIN } from '../testing/person.ts';
import { providerWindow } from '../testing/provider-window.ts';
import {
  alert,
  button,
  field,
  fill,
  keys,
  logOut,
  see,
  seeNot,
  seeTexts,
  summary,
} from '../testing/screen.ts';
import { type Answers, lost, refuse, silence, strange } from '../testing/server.ts';

const PERSON = makePerson({ isNewUser: true });
const KNOWN = makePerson();
const OLD = 'steady as she goes';
const NEW = 'steadier than before';
const CANCELLED =
  'You did not finish signing in with Google. Please try again, or sign in another way.';
const SPENT =
  'Too many attempts. Sign in on a device that you have used before, or with the link that we email you.';
const SIGNED_OUT = { ...NOBODY, getSession: refuse('signedOut') };
const WITH_PROVIDERS = {
  ...SIGNED_OUT,
  getConfig: { ...PLAIN, providers: ['google', 'facebook', 'github', 'twitter'] },
} satisfies Answers;

/** Adds the answers that the dashboard needs. */
function inside(known: typeof KNOWN): Answers {
  return answersFor(known);
}

describe('signing in', () => {
  it.each([
    ['wrongCredentials', 'Wrong email or password. Please try again.'],
    ['tooManyAttempts', 'Too many attempts. Please try again later.'],
    ['budgetSpent', SPENT],
  ] as const)('says that it was refused: %s', async (error, words) => {
    openApp('/signin', { ...SIGNED_OUT, signIn: refuse(error) });
    await signIn();
    await expect.element(alert()).toHaveTextContent(words);
    await expect.element(field('Email', true)).toHaveValue('ada@example.org');
  });

  it('has the button of the link near the fields once the password cannot be tried any more', async () => {
    openApp('/signin', {
      ...WITH_PROVIDERS,
      signIn: refuse('budgetSpent'),
      sendSignInLink: { minutes: 9 },
    });
    await signIn();
    await see(alert());
    await expect.element(button('Email me a sign-in link')).toBeInViewport({ ratio: 1 });
    await button('Email me a sign-in link').click();
    await see(/It can take 9 minutes to arrive/);
  });

  it('says whom to write to, where no mail goes out', async () => {
    const error =
      'Too many attempts. Sign in on a device that you have used before. If you have none, write to son@example.org.';
    openApp('/signin', { ...SIGNED_OUT, signIn: refuse('budgetSpentWithoutMail', { error }) });
    await signIn();
    await expect.element(alert()).toHaveTextContent(error);
  });

  it('leads to sign-up, with the email that was typed', async () => {
    openApp('/signin', { ...SIGNED_OUT, signIn: refuse('wrongCredentials') });
    await signIn();
    await expect.element(alert()).toBeInViewport();
    await page.getByRole('link', { name: 'Sign up' }).first().click();
    await expect.element(field('Email', true)).toHaveValue('ada@example.org');
  });

  it('shows the link to sign-up on a phone without scrolling', async () => {
    openApp('/signin', WITH_PROVIDERS);
    await expect.element(page.getByRole('link', { name: 'Sign up' })).toBeInViewport({ ratio: 1 });
  });

  it('says that the server could not be reached', async () => {
    openApp('/signin', { ...SIGNED_OUT, signIn: lost });
    await signIn();
    await expect.element(alert()).toHaveTextContent('Sign in failed');
  });

  it('shows the password and hides it again', async () => {
    openApp('/signin', SIGNED_OUT);
    const password = field('Password', true);
    await password.fill(OLD);
    await button('Show').click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await button('Hide').click();
    await expect.element(password).toHaveAttribute('type', 'password');
  });

  it('leads to the dashboard', async () => {
    openApp('/signin', { ...inside(KNOWN), ...SIGNED_OUT, signIn: KNOWN.session });
    await signIn();
    await see(button('Track Symptoms'));
    expect(location.pathname).toBe('/dashboard');
  });

  it('lists missing values, with a link to each field', async () => {
    openApp('/signin', SIGNED_OUT);
    await fill('Email', 'sonya');
    await keys('{Enter}');
    await expect.element(page.getByRole('region', { name: 'Please check' })).toHaveFocus();
    const faults = ['Email: enter an address like name@example.org', 'Enter your password.'];
    await seeTexts(summary().getByRole('link'), faults);
    await expect.element(summary()).toHaveAccessibleDescription(faults.join(' '));
    await summary().getByRole('link').last().click();
    await expect.element(field('Password', true)).toHaveFocus();
  });

  async function signIn(): Promise<void> {
    await fill('Email', 'ada@example.org');
    await fill('Password', OLD);
    await button('Continue').click();
  }
});

describe('another person’s account in the same browser', () => {
  it('shows no data of the previous person', async () => {
    const first = makePerson({ symptoms: ['Restless legs'] });
    const server = openApp('/dashboard?tab=profile', { ...answersFor(first), signOut: {} });
    await expect.element(field('Symptom 1', true)).toHaveValue('Restless legs');
    await logOut();
    await see('Sign in to your account');
    const second = makePerson({ symptoms: [], email: 'jean@example.org', name: 'Jean Bartik' });
    server.answer({ ...answersFor(second), signIn: second.session });
    await fill('Email', second.profile.email);
    await fill('Password', OLD);
    await button('Continue').click();
    await page.getByRole('tab', { name: 'Profile' }).click();
    await expect.element(field('Symptom 1', true)).toHaveValue('');
    await see(page.getByText('Jean Bartik', { exact: true }));
    await seeNot('Restless legs');
    const asked = server.inputsOf('getUserProfile').map(({ userId }) => userId);
    expect(asked.at(-1)).toBe(second.profile.userId);

    // The data of the first person is not cached any more, so the app fetches it again after the sign-in.
    await logOut();
    await see('Sign in to your account');
    server.answer({ ...answersFor(first), signIn: first.session, getUserProfile: silence });
    await fill('Email', first.profile.email);
    await fill('Password', OLD);
    await button('Continue').click();
    await page.getByRole('tab', { name: 'Profile' }).click();
    await see(page.getByRole('tabpanel', { name: 'Profile' }).last().getByText('Loading...'));
    await seeNot(field('Symptom 1', true));
  });
});

describe('a sign-in link', () => {
  const LINK = '/sign-in-link#email=ada@example.org&challenge=challenge-1&code=code-1';

  it('is mailed to the address that was typed', async () => {
    const server = openApp('/signin', { ...WITH_PROVIDERS, sendSignInLink: lost });
    await button('Email me a sign-in link').click();
    await expect.element(alert()).toHaveTextContent('First, enter your email above.');
    await fill('Email', 'ada@example.org');
    await button('Email me a sign-in link').click();
    await see('The link could not be sent. Please try again.');
    server.answer({ sendSignInLink: {} });
    await button('Email me a sign-in link').click();
    await see('A link is on its way to ada@example.org. It works once and expires in 15 minutes.');
    server.answer({ sendSignInLink: { minutes: 9 } });
    await button('Email me a sign-in link').click();
    await see(/It can take 9 minutes to arrive\. Then it works once and expires in 15 minutes\./);
    server.answer({ sendSignInLink: { accountsOnly: true } });
    await button('Email me a sign-in link').click();
    await see('We can’t send more emails to new addresses today. If you have an account, a link');
  });

  it('signs in after one press', async () => {
    const server = openApp(LINK, {
      ...inside(PERSON),
      ...SIGNED_OUT,
      signInWithLink: PERSON.session,
    });
    await see('You are signing in as ada@example.org.');
    expect(server.inputsOf('signInWithLink')).toEqual([]);
    await button('Sign in').click();
    await see(button('Get Started'));
    await expect
      .poll(() => server.inputsOf('signInWithLink'))
      .toEqual([{ email: 'ada@example.org', challenge: 'challenge-1', code: 'code-1' }]);
  });

  it('that has been used says so, and leads to a new one', async () => {
    openApp(LINK, { ...SIGNED_OUT, signInWithLink: refuse('linkSpent'), sendSignInLink: {} });
    await button('Sign in').click();
    await expect
      .element(alert())
      .toHaveTextContent('This link has been used, or has expired. Please ask for a new one.');
    await seeNot(button('Sign in'));
    await button('Email me a new link').click();
    await see('A link is on its way to ada@example.org.');
  });

  it('for another person says who is signed in', async () => {
    const other = makePerson({ email: 'mona@example.org' });
    openApp(LINK, answersFor(other));
    await see('You are signed in as mona@example.org. You will be logged out of that account.');
  });

  it('for another person than one without an address says that they are logged out', async () => {
    openApp(LINK, answersFor(makePerson({ email: '' })));
    await see('You are signed in to another account on this device. You will be logged out of it.');
  });

  it.each([
    ['linkElsewhere', 'Please open this link in the browser where you asked for it.'],
    ['emailHeld', 'Open our email about that, and press Change it back.'],
  ] as const)(
    'that is refused says what to do, and offers no second press: %s',
    async (error, words) => {
      openApp(LINK, { ...SIGNED_OUT, signInWithLink: refuse(error) });
      await button('Sign in', true).click();
      await see(words);
      await seeNot(button('Sign in', true));
    },
  );

  it('that is incomplete says so, and leads to a new one', async () => {
    openApp('/sign-in-link#email=half@example.org', { ...SIGNED_OUT, sendSignInLink: {} });
    await see('Part of this link is missing.');
    await see('Open the link in the email again, or press “Email me a new link”.');
    await button('Email me a new link').click();
    await see('A link is on its way to half@example.org.');
  });

  it.each<[string, Answers]>([
    ['before it is known whether the server sends email', { getConfig: silence }],
    ['on a server that sends no email', { getConfig: { ...PLAIN, signInLink: false } }],
  ])('that is incomplete promises no new one %s', async (_, answers) => {
    openApp('/sign-in-link#email=half@example.org', { ...SIGNED_OUT, ...answers });
    await see(page.getByText('Open the link in the email again.', { exact: true }));
    await seeNot(button('Email me a new link'));
    await seeNot(field('Email', true));
  });
});

describe('a provider', () => {
  it('that is not set up says so', async () => {
    openApp('/signin', SIGNED_OUT);
    await button('Sign in with Google').click();
    await see('Google sign-in is not set up here.');
    await seeNot(button('Sign in with GitHub'));
  });

  it.each([
    ['Google', 'google'],
    ['Facebook', 'facebook'],
    ['GitHub', 'github'],
    ['X (Twitter)', 'twitter'],
  ])('signs in: %s', async (name, key) => {
    const popup = providerWindow();
    const server = openApp('/signin', WITH_PROVIDERS);
    await button(`Sign in with ${name}`).click();
    await see(`${name} opened in a new window. Sign in there, then come back.`);
    expect(popup.opened[0]?.address.pathname).toBe(`/api/auth/${key}/start`);
    expect(popup.opened[0]?.features).toMatch(/^popup,width=500,height=600,/);
    server.answer(inside(KNOWN));
    popup.tell('');
    await see(button('Track Symptoms'));
  });

  it('shows an error near its button and can be tried again', async () => {
    const popup = providerWindow();
    openApp('/signin', WITH_PROVIDERS);
    await button('Sign in with Google').click();
    await see('Google opened in a new window. Sign in there, then come back.');
    popup.tell(CANCELLED);
    await expect.element(alert()).toHaveTextContent(CANCELLED);
    await seeNot('Google opened in a new window. Sign in there, then come back.');
    await button('Sign in with Google').click();
    await see('Google opened in a new window. Sign in there, then come back.');
    await seeNot(alert());
  });

  it('shows some seconds later that the person has closed its popup', async () => {
    const popup = providerWindow();
    openApp('/signin', WITH_PROVIDERS);
    await see(button('Sign in with GitHub'));
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
    await button('Sign in with Google').click();
    await see('Google opened in a new window. Sign in there, then come back.');
    popup.isClosed = true;
    vi.advanceTimersByTime(8000);
    await see('Google opened in a new window. Sign in there, then come back.');
    vi.advanceTimersByTime(1000);
    await expect
      .element(alert())
      .toHaveTextContent('The Google window closed before you finished. Please try again.');
    await seeNot('Google opened in a new window. Sign in there, then come back.');
  });

  it('has one popup: a second flow closes the first', async () => {
    const popup = providerWindow();
    openApp('/signin', WITH_PROVIDERS);
    await button('Sign in with Google').click();
    await see('Google opened in a new window. Sign in there, then come back.');
    await button('Sign in with GitHub').click();
    await see('GitHub opened in a new window. Sign in there, then come back.');
    await seeNot('Google opened in a new window. Sign in there, then come back.');
    expect(popup.opened).toHaveLength(2);
    expect(popup.closed).toBe(1);
  });

  it('shows the error of a flow that ran in the same tab', async () => {
    const outcome = { id: 'v', provider: 'google', purpose: 'signIn', mode: 'page' } as const;
    openApp('/oauth-end', {
      ...WITH_PROVIDERS,
      takeOAuthOutcome: { outcome: { ...outcome, problem: CANCELLED } },
    });
    await expect.element(alert()).toHaveTextContent(CANCELLED);
    await see('Sign in to your account');
  });
});

describe('back from a provider', () => {
  const outcome = { id: 'v', provider: 'google', purpose: 'signIn', mode: 'popup' } as const;

  it('a flow that is over says so, and what to do', async () => {
    openApp('/oauth-end', { ...SIGNED_OUT, takeOAuthOutcome: { outcome: null } });
    await expect.element(alert()).toHaveTextContent('Go back to Symptom Tracker and start again.');
  });

  it('a popup that cannot close itself says where to continue', async () => {
    openApp('/oauth-end', {
      ...SIGNED_OUT,
      takeOAuthOutcome: { outcome: { ...outcome, problem: '' } },
    });
    await see('You can close this window.');
    await see(button('Close this window'));
  });

  it('asks again if the answer was lost', async () => {
    const server = openApp('/oauth-end', { ...SIGNED_OUT, takeOAuthOutcome: lost });
    await see('We can’t reach the server');
    server.answer({ takeOAuthOutcome: { outcome: { ...outcome, problem: 'Google: no' } } });
    await button('Try again').click();
    await expect.element(alert()).toHaveTextContent('Google: no');
  });
});

describe('a forgotten password', () => {
  const SENT = 'If an account exists for this email, we sent a 6-digit code.';
  const code = field('Code from the email');
  const send = button('Reset Password');

  it('is reset with the code, as it was typed or pasted', async () => {
    const server = openForgotten({ resetPassword: { challenge: 'first' } });
    await fillPasswords(NEW, 'another one');
    await send.click();
    await see(summary().getByRole('link', { name: 'Passwords do not match' }));
    expect(server.inputsOf('resetPassword')).toEqual([]);
    await fillPasswords();
    await send.click();
    await see(SENT);
    await expect.element(code).toHaveFocus();
    await seeNot('We’ll email you a code');
    await code.fill('12');
    await send.click();
    await seeTexts(summary().getByRole('link'), [
      'The code has 6 digits. Please check what you typed.',
    ]);
    server.answer({ resetPassword: refuse('resetFailed') });
    await code.fill('123 456');
    await send.click();
    await expect.element(alert()).toHaveTextContent('Failed to reset password. Please try again.');
    await expect.element(code).toBeInvalid();
    server.answer({
      resetPassword: { message: 'Password has been reset successfully! You can now sign in.' },
    });
    await send.click();
    await see('Password has been reset successfully! You can now sign in.');
    await seeNot(/You need a code|We’ll email you/);
    await expect.element(page.getByRole('main')).toHaveFocus();
    await page.getByRole('link', { name: 'Back to Sign In' }).click();
    await see('Sign in to your account');
  });

  it.each([
    ['This password is too common. Please choose another one.', refuse('passwordTooCommon')],
    ['Too many attempts. Please try again later.', refuse('tooManyAttempts')],
    [SPENT, refuse('budgetSpent')],
    ['Failed to reset password. Please try again.', lost],
    ['Failed to reset password. Please try again.', strange(502)],
  ])('says what is wrong: %s', async (words, answer) => {
    openForgotten({ resetPassword: answer });
    await fillPasswords();
    await send.click();
    await expect.element(alert()).toHaveTextContent(words);
  });

  it('offers the link in place of a code once no code can be asked for', async () => {
    const server = openForgotten({ resetPassword: refuse('budgetSpent'), sendSignInLink: {} });
    await fillPasswords();
    await seeNot(button('Email me a sign-in link'));
    await send.click();
    await button('Email me a sign-in link').click();
    await see(/A link is on its way to/);
    expect(server.inputsOf('sendSignInLink')).toEqual([{ email: 'ada@example.org' }]);
  });

  it('requests a new code, but not with invalid passwords', async () => {
    const server = openForgotten({ resetPassword: { challenge: 'first' } });
    await fillPasswords();
    await send.click();
    await see(SENT);
    await fillPasswords('short', 'short');
    await button('Send a new code').click();
    await expect.element(alert()).toHaveTextContent('Password must be at least 6 characters long');
    await fillPasswords();
    await button('Send a new code').click();
    await see(`${SENT} Use the code in the newest email.`);
    await expect.poll(() => server.inputsOf('resetPassword')).toHaveLength(2);
    await fill('Email', 'else@example.org');
    await seeNot(code);
  });

  it('keeps the code step through a reload while the code is valid', async () => {
    const first = openForgotten({ resetPassword: { challenge: 'first' } });
    await fillPasswords();
    await send.click();
    await see(code);
    expect(first.made.length).toBeGreaterThan(0);
    const again = openForgotten({ resetPassword: { message: 'Done.' } });
    await expect.element(field('Email', true)).toHaveValue('ada@example.org');
    await fillPasswords();
    await code.fill('123456');
    await send.click();
    await see('Done.');
    await expect
      .poll(() => again.inputsOf('resetPassword'))
      .toMatchObject([{ challenge: 'first', code: '123456' }]);

    openForgotten({ resetPassword: { challenge: 'second' } });
    await fillPasswords();
    await send.click();
    await see(code);
    vi.setSystemTime('2026-11-18T17:16:00Z');
    openForgotten({});
    await see(send);
    await seeNot(code);
  });

  it('requests a code in a browser that blocks storage', async () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('Refused', 'SecurityError');
      });
    }
    openForgotten({ resetPassword: { challenge: 'first' } });
    await fillPasswords();
    await send.click();
    await see(code);
  });

  it('says who has the code if the server sends no email', async () => {
    openForgotten({
      getConfig: { ...PLAIN, signInLink: false },
      resetPassword: { challenge: 'first' },
    });
    await see('The person who runs it can read the code to you. Write to support@example.org');
    const [words, email] = [page.getByText('Write to').element(), field('Email').element()];
    expect(words.compareDocumentPosition(email)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await fillPasswords();
    await send.click();
    await see(field('Code', true));
    await button('Create a new code').click();
    await see('Ask for the newest code.');
    await seeNot(/email you|we sent|from the email|newest email/);
  });

  function openForgotten(answers: Answers) {
    return openApp('/forgot-password', { ...SIGNED_OUT, ...answers });
  }

  async function fillPasswords(one = NEW, other = one): Promise<void> {
    await fill('Email', 'ada@example.org');
    await fill('New Password', one);
    await fill('Confirm New Password', other);
  }
});
