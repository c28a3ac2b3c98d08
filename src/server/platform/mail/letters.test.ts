import { expect, it } from 'vitest';
import { PROVIDERS } from '../../../contract/providers.ts';
import { freshUser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { post, sendDue, standInForMail } from '../../testing/mailing.ts';
import { expectRefusal } from '../../testing/refusals.ts';
import { savedReminders } from '../../testing/reminders.ts';
import { type Letter, whoIs, write } from './letters.ts';

const written = (letter: Letter) => write(letter, PROVIDERS);

const LINK = 'https://tracker.example.org/sign-in-link#email=a%40e.org&challenge=c&code=d';
const IGNORE = 'If you did not ask for this, you can ignore this email. Nothing has changed.';
const ENTER_CODE = 'Enter it in Symptom Tracker within 15 minutes. You can use it only once.';
const WAS_YOU = 'If it was you, there is nothing to do.';
const NOT_YOU =
  'If this was not you, set a new password right away: on the sign-in screen, press Forgot Password.';

/** The kinds of letters without an attachment, each with its subject and some of its lines. */
const letters: { letter: Letter; subject: string; lines: string[] }[] = [
  {
    letter: { kind: 'resetCode', code: '012345' },
    subject: 'Your code to reset your password',
    lines: ['    012345', ENTER_CODE, IGNORE],
  },
  {
    letter: { kind: 'changeEmailCode', code: '987654' },
    subject: 'Your code to confirm your email',
    lines: ['    987654', ENTER_CODE, IGNORE],
  },
  {
    letter: { kind: 'proofCode', code: '135790' },
    subject: 'Your code to confirm that it’s you',
    lines: ['    135790', ENTER_CODE],
  },
  {
    letter: { kind: 'wayInAdded', way: 'github', email: 'ada@hub.example', link: LINK },
    subject: 'A new way to sign in to your account',
    lines: [
      'You can now sign in to Symptom Tracker with GitHub (ada@hub.example).',
      'If you added it yourself, you need to do nothing.',
      LINK,
      'The button works for 7 days.',
    ],
  },
  {
    letter: {
      kind: 'newBrowser',
      browser: 'Firefox on Android',
      day: 'November 18, 2026',
      link: LINK,
    },
    subject: 'A new sign-in to your account',
    lines: [
      'On November 18, 2026, a new device signed in to your Symptom Tracker account: Firefox on Android.',
      WAS_YOU,
      LINK,
      'The button works for 7 days.',
    ],
  },
  {
    letter: { kind: 'newShare', what: 'link', day: 'November 18, 2026', link: LINK },
    subject: 'A new link to your data',
    lines: [
      'On November 18, 2026, a link was made. Others can read your data with it.',
      WAS_YOU,
      LINK,
    ],
  },
  {
    letter: { kind: 'newShare', what: 'code', day: 'November 18, 2026', link: LINK },
    subject: 'A new code for a clinic',
    lines: [
      'On November 18, 2026, a code was made. A clinic can read your data with it.',
      WAS_YOU,
      LINK,
    ],
  },
  {
    letter: { kind: 'exported', day: 'November 18, 2026' },
    subject: 'Your data was downloaded',
    lines: ['Your data was downloaded from Symptom Tracker on November 18, 2026.', NOT_YOU],
  },
  {
    letter: { kind: 'providerRefused', provider: 'github' },
    subject: 'A sign-in with GitHub',
    lines: [
      'Your account is safe. If it was not you, you need to do nothing.',
      'If it was you: sign in as you did before. Then you can add GitHub in Settings.',
    ],
  },
  {
    letter: { kind: 'signInLink', link: LINK },
    subject: 'Your link to sign in',
    lines: [LINK, 'Use it within 15 minutes. It works only once.', IGNORE],
  },
  {
    letter: { kind: 'passwordChanged' },
    subject: 'Your password was changed',
    lines: ['You have been logged out on your other devices.', NOT_YOU],
  },
  {
    letter: { kind: 'passwordChanged', isReset: true },
    subject: 'Your password was changed',
    lines: ['You have been logged out everywhere. Sign in with the new password.', NOT_YOU],
  },
  {
    letter: {
      kind: 'passwordChanged',
      isReset: true,
      stays: {
        ...{ providers: ['github'], helpers: ['tom@example.org'], invitations: 0, links: 2 },
        ntfy: true,
      },
    },
    subject: 'Your password was changed',
    lines: [
      'These still work: sign-in with GitHub, help by tom@example.org, 2 links to your data, and reminders by ntfy.',
      'If you do not know one of them, sign in and press “End” beside it.',
    ],
  },
  {
    letter: {
      kind: 'reminder',
      title: 'Time for your 8:00 AM entry',
      link: LINK,
      userId: 'u',
      reminder: { kind: 'form', at: 0, time: '08:00', day: '2026-11-18', since: 0, doses: [] },
    },
    subject: 'Time for your 8:00 AM entry',
    lines: [LINK, 'You can change or turn off reminders in Settings.'],
  },
  {
    letter: {
      kind: 'invitation',
      name: 'Ada Lovelace',
      email: 'a@e.org',
      link: LINK,
    },
    subject: 'Will you help someone?',
    lines: [
      LINK,
      'Ada Lovelace (a@e.org) asks for your help.',
      'The link works for 7 days, and only once.',
    ],
  },
  {
    letter: { kind: 'caregiverStarted', name: 'Ada Lovelace', email: 'a@e.org', may: 'read' },
    subject: 'Someone now helps with your tracker',
    lines: ['Ada Lovelace (a@e.org) has accepted your invitation, and can see your entries.'],
  },
  {
    letter: {
      kind: 'caregiverWaits',
      name: 'My daughter',
      email: 'b@e.org',
      invited: 'a@e.org',
      link: LINK,
    },
    subject: 'Is this the person you invited?',
    lines: [LINK, 'You invited a@e.org. Now My daughter (b@e.org) has said yes.'],
  },
  {
    letter: { kind: 'helpStarted', name: 'Grace Hopper', email: 'g@e.org', may: 'log' },
    subject: 'You now help with a tracker',
    lines: [
      'You have accepted the invitation of Grace Hopper (g@e.org). You can see their entries and log for them.',
      NOT_YOU,
    ],
  },
  {
    letter: { kind: 'caregiverEnded', name: 'ada@example.org', email: 'ada@example.org' },
    subject: 'Someone no longer helps with your tracker',
    lines: ['ada@example.org no longer sees your tracker.', 'What they entered for you stays.'],
  },
  {
    letter: { kind: 'helpEnded', name: 'Grace Hopper', email: 'g@e.org' },
    subject: 'You no longer help with a tracker',
    lines: ['You no longer see the tracker of Grace Hopper (g@e.org).'],
  },
  {
    letter: { kind: 'emailChanged', newEmail: 'new@example.org' },
    subject: 'Your email was changed',
    lines: ['Your Symptom Tracker account now uses the address new@example.org.'],
  },
  {
    letter: { kind: 'emailChanged', newEmail: 'new@example.org', undoLink: LINK },
    subject: 'Your email was changed',
    lines: [
      'If this was not you, press the button. On the page that opens, you can change it back.',
      LINK,
      'The button works once, for 7 days.',
    ],
  },
  {
    letter: { kind: 'emailChangedBack' },
    subject: 'Your email was changed back',
    lines: ['You have been logged out everywhere. We will not send more emails to this address.'],
  },
  {
    letter: { kind: 'accountsJoined' },
    subject: 'Your earlier entries are here',
    lines: ['All that you entered with this email is now in one place.'],
  },
  {
    letter: { kind: 'failedTries', times: 20 },
    subject: 'Your password was entered wrong several times',
    lines: [
      'Someone has typed a wrong password or code for your account at least 20 times in 30 days.',
      'Nobody has signed in that way, because they were all wrong.',
      'If it was you, there is nothing to do. If you can’t remember your password, press Forgot Password on the sign-in screen.',
      'If it was not you, choose a long password that you use nowhere else. You can change it in Settings.',
    ],
  },
  {
    letter: {
      kind: 'addressTakenBack',
      firstProof: { password: true, providers: ['facebook', 'google'] },
    },
    subject: 'You have confirmed your account',
    lines: [
      'Someone else may have set the old password, the sign-in with Facebook, and the sign-in with Google. To be safe, we removed them.',
      'To set a new password, press Forgot Password on the sign-in screen.',
    ],
  },
  {
    letter: {
      kind: 'passwordChanged',
      firstProof: { password: false, providers: ['facebook'] },
    },
    subject: 'Your password was changed',
    lines: [
      'This also confirmed your email address.',
      'Someone else may have set the sign-in with Facebook. To be safe, we removed it.',
      NOT_YOU,
    ],
  },
];

/** Returns the text that a mail program shows for the HTML of a letter. */
function readingOf(html: string): string {
  const body = html.replace(/<head>.*<\/head>/s, '').replace(/<[^>]+>/g, '');
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  return body.replace(/&\w+;/g, (entity) => entities[entity as keyof typeof entities] ?? entity);
}

onSqlite((place) => {
  const mailing = standInForMail();
  const test = testApp(place, mailing.settings);

  async function delivered(to: string, letter: Letter) {
    await post(test, to, letter.kind === 'reminder' ? await wanted(letter) : letter);
    await sendDue(test);
    return await mailing.server.nextMail(to);
  }

  /** Addresses the letter to a person who has turned this reminder on, because nobody else gets it. */
  async function wanted(letter: Extract<Letter, { kind: 'reminder' }>): Promise<Letter> {
    const user = await freshUser(test);
    await savedReminders(user, { form: { channels: ['email'] } });
    return { ...letter, userId: user.userId };
  }

  it.each(letters)('$letter.kind arrives as text and as HTML', async (each) => {
    const { letter, subject, lines } = each;
    const mail = await delivered('reader@example.org', letter);
    expect(mail.subject).toBe(subject);
    for (const line of lines) expect(mail.text.split(/\r?\n/)).toContain(line);
    const reading = readingOf(mail.html);
    for (const line of lines.filter((each) => each !== LINK)) {
      expect(reading).toContain(line.trim());
    }
    expect(mail.text).toMatch(/\nSymptom Tracker\s*$/);
  });

  it.each(letters)(
    '$letter.kind is in large type, and loads nothing over the network',
    ({ letter }) => {
      const { html } = written(letter);
      expect(html).toMatch(/<body style="[^"]*font-size:(2\d|[3-9]\d)px/);
      for (const [, size] of html.matchAll(/font-size:(\d+)px/g)) {
        expect(Number(size)).toBeGreaterThanOrEqual(20);
      }
      expect(html).not.toMatch(/<(img|script|link|iframe|style)\b|url\(|src=/i);
    },
  );

  it.each([
    'Ada: your bank',
    'https://evil.example/verify@account',
    'ada@evil.example',
    'evil.example',
    'x/y',
    'Ada\nPlease pay',
    'Ada\u2028Please pay',
    '',
  ])('no letter prints the name %j, which is like a link or breaks the line', (name) => {
    const email = 'a@e.org';
    for (const letter of [
      { kind: 'invitation', link: LINK },
      { kind: 'caregiverStarted', may: 'log' },
      { kind: 'caregiverWaits', invited: 'b@e.org', link: LINK },
      { kind: 'caregiverEnded' },
      { kind: 'helpStarted', may: 'log' },
      { kind: 'helpEnded' },
    ] as const) {
      const named = written({ ...letter, name, email });
      expect(named).toEqual(written({ ...letter, name: email, email }));
      expect(named.text).toContain(email);
    }
  });

  it('prints other names beside the address', () => {
    for (const name of ['J. R. O’Hara-Smith', 'María', '明子']) {
      expect(whoIs({ name, email: 'a@e.org' })).toBe(`${name} (a@e.org)`);
    }
  });

  it('says nothing of health in an invitation but the name of the app', () => {
    const invitation = { kind: 'invitation', name: 'Ada', email: 'a@e.org', link: LINK } as const;
    const { subject, text } = written(invitation);
    const words = `${subject} ${text}`.replace('Symptom Tracker', '');
    expect(words).not.toMatch(/parkinson|symptom|health|entries|feel/i);
  });

  it('does not claim that something was removed if nothing was', () => {
    const nothing = { password: false, providers: [] };
    for (const kind of ['addressTakenBack', 'passwordChanged'] as const) {
      const { text } = written({ kind, firstProof: nothing });
      expect(text).not.toContain('we removed');
    }
  });

  it('a link can be clicked in the HTML and copied from the text', async () => {
    const mail = await delivered('reader@example.org', { kind: 'signInLink', link: LINK });
    expect(/href="([^"]+)"/.exec(mail.html)?.[1]?.replaceAll('&amp;', '&')).toBe(LINK);
    expect(mail.text).toContain(LINK);
  });

  it('each email names its sender, is marked as automatic, and has a unique id', async () => {
    const [one, another] = [
      await delivered('reader@example.org', { kind: 'passwordChanged' }),
      await delivered('reader@example.org', { kind: 'passwordChanged' }),
    ];
    expect(one.from).toBe('support@example.org');
    expect(one.raw).toMatch(/^From: support@example\.org\r$/m);
    expect(one.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const ids = [one, another].map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1]);
    expect(ids[0]).toMatch(/^<[\w-]+@example\.org>$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('the special characters of an address are escaped in HTML', async () => {
    const newEmail = 'a&b\'{|}$&$`"<b>@example.org';
    const { html, text } = written({ kind: 'emailChanged', newEmail });
    expect(html).not.toContain('<b>');
    expect(readingOf(html)).toContain(`uses the address ${newEmail}.`);
    expect(text).toContain(`uses the address ${newEmail}.`);
  });

  it.each([['a&b+tag@example.org'], ["o'neil!#$%*/=?^_`{|}~@example.org"]])(
    'an email arrives at %s',
    async (email) => {
      const mail = await delivered(email, { kind: 'passwordChanged' });
      expect(mail.to).toBe(email);
    },
  );

  it.each([
    ['a header', 'reader@example.org\r\nBcc: evil@example.org'],
    ['a body', 'reader@example.org\r\n\r\nevil@example.org'],
    ['a second recipient', 'reader@example.org, evil@example.org'],
    ['a second recipient in brackets', 'x <evil@example.org>'],
    ['an SMTP command', 'reader@example.org>\r\nRCPT TO:<evil@example.org'],
  ])('an address cannot inject %s', async (_what, email) => {
    const { browser } = await freshUser(test);
    const refused = await browser.call('resetPassword', { email, newPassword: 'a horse 47' });
    expectRefusal(refused, 400, 'email must be an email address');

    // Even if such a text were queued as an address, the second address in it would receive nothing.
    const before = mailing.server.received.length;
    await post(test, email, { kind: 'passwordChanged' });
    await sendDue(test);
    for (const { to, raw } of mailing.server.received.slice(before)) {
      expect(to).not.toBe('evil@example.org');
      expect(raw).not.toMatch(/^Bcc:/im);
    }
    await test.context.db.deleteFrom('jobs').execute();
  });
});
