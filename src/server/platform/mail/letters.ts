import { readFileSync } from 'node:fs';
import type { ProviderKey, ProviderNames } from '../../../contract/providers.ts';
import type { IdentityKind } from '../../../contract/ways-in.ts';
import { counted } from '../../../domain/counted.ts';
import type { Reminded } from '../../../domain/reminder-entries.ts';
import { hasAddress } from '../../identity/no-address.ts';

/** The kinds of letters that the app emails to people, with the values that each one contains. */
export type Letter =
  | { readonly kind: 'resetCode'; readonly code: string }
  | { readonly kind: 'changeEmailCode'; readonly code: string }
  | { readonly kind: 'proofCode'; readonly code: string }
  | { readonly kind: 'signInLink'; readonly link: string }
  /** `email`: the address at the provider, '' if the provider reported none; of a passkey its name. */
  | {
      readonly kind: 'wayInAdded';
      readonly way: IdentityKind | 'password';
      readonly email: string;
      /** The link that ends this way to sign in. */
      readonly link: string;
    }
  /** `name`: that of the passkey. */
  | { readonly kind: 'passkeyRemoved'; readonly name: string }
  /** Somebody signed in in a browser that the account did not know. `browser`: its name in words. */
  | {
      readonly kind: 'newBrowser';
      readonly browser: string;
      readonly day: string;
      /** The link that ends it. */
      readonly link: string;
    }
  /** A link for sharing or a code for a clinic was made. */
  | {
      readonly kind: 'newShare';
      readonly what: 'link' | 'code';
      readonly day: string;
      /** The link that ends it. */
      readonly link: string;
    }
  /** The first download of a day. */
  | { readonly kind: 'exported'; readonly day: string }
  /** A person whom a provider signed in with the account's address was not let in. */
  | {
      readonly kind: 'providerRefused';
      readonly provider: ProviderKey;
      /** Whether the page then asks for a proof, which joins the two. */
      readonly isAsked?: true;
    }
  /** `isReset`: the password was reset with a code, which ends every session of the account. */
  | {
      readonly kind: 'passwordChanged';
      readonly isReset?: boolean;
      readonly firstProof?: FirstProof;
      /** After a reset of a proven account, which ends none of these. */
      readonly stays?: Stays;
    }
  /** Sent to the former address. `undoLink`: the link that gives it the account back; only if it was proven. */
  | { readonly kind: 'emailChanged'; readonly newEmail: string; readonly undoLink?: string }
  /** Sent to the address that the account has lost to its former one. */
  | { readonly kind: 'emailChangedBack' }
  /** The trackers of two accounts with this address have become one. */
  | { readonly kind: 'accountsJoined' }
  | { readonly kind: 'addressTakenBack'; readonly firstProof?: FirstProof }
  /** `times`: at least so many wrong passwords or codes were entered in the last 30 days. */
  | { readonly kind: 'failedTries'; readonly times: number }
  /** A reminder to enter something, in words that say nothing about the person. */
  | {
      readonly kind: 'reminder';
      readonly title: string;
      readonly link: string;
      /** The person and the reminder, to check just before sending whether the person still wants it. */
      readonly userId: string;
      readonly reminder: Reminded;
    }
  /** Sent to an address that may be a stranger's, from the person who invites. */
  | ({ readonly kind: 'invitation'; readonly link: string } & Named)
  /** Sent to the person, about the caregiver. */
  | ({ readonly kind: 'caregiverStarted'; readonly may: 'read' | 'log' } & Named)
  /** Somebody has accepted under another address than the `invited` one. */
  | ({ readonly kind: 'caregiverWaits'; readonly invited: string; readonly link: string } & Named)
  | ({ readonly kind: 'caregiverEnded' } & Named)
  /** Sent to the caregiver, about the person. */
  | ({ readonly kind: 'helpStarted'; readonly may: 'read' | 'log' } & Named)
  | ({ readonly kind: 'helpEnded' } & Named)
  | ReportLetter;

/** Somebody whom a letter names. */
export interface Named {
  /** The name as its owner has typed it. */
  readonly name: string;
  readonly email: string;
}

/**
 * What the first proof of an account's email address removed. Someone else may have set it before, so the letter says
 * so.
 */
export interface FirstProof {
  readonly password: boolean;
  readonly providers: readonly IdentityKind[];
}

/** What still opens an account, or lets other people see it. */
export interface Stays {
  readonly providers: readonly IdentityKind[];
  /** The addresses of the helpers. */
  readonly helpers: readonly string[];
  readonly invitations: number;
  readonly links: number;
  /** Whether reminders go to a topic of ntfy. */
  readonly ntfy: boolean;
}

/** A letter with a report attached. The report is made when the email is sent. */
export interface ReportLetter {
  readonly kind: 'report';
  /** The person whom the report is about. */
  readonly userId: string;
  /** The start and the end of the report's period (ms). */
  readonly from: number;
  readonly to: number;
  readonly paper: 'Letter' | 'A4';
  /** Everything by default. */
  readonly extent?: 'summary' | 'everything';
  /** The period in words, as the letter states it. */
  readonly days: string;
  /**
   * Only in the weekly report. `endUrl`: the URL that stops these letters; null if browsers elsewhere cannot reach the
   * server.
   */
  readonly weekly?: { readonly endUrl: string | null };
  /** The caregiver who asked for the report; absent if the person did. */
  readonly caregiverId?: string;
}

export interface WrittenLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The URL that stops letters of this kind with one POST (RFC 8058). */
  readonly endUrl?: string;
}

/** The parts of a letter, from which both its plain text and its HTML are made. */
interface Draft {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown in large type, as a paragraph of its own. */
  readonly code?: string;
  readonly link?: { readonly label: string; readonly href: string };
  readonly afterwards?: readonly string[];
}

const NEW_PASSWORD = 'set a new password right away: on the sign-in screen, press Forgot Password.';
const NOT_YOU = `If this was not you, ${NEW_PASSWORD}`;
const WAS_YOU = 'If it was you, there is nothing to do.';
const ENTER_CODE = 'Enter it in Symptom Tracker within 15 minutes. You can use it only once.';
const IGNORE = 'If you did not ask for this, you can ignore this email. Nothing has changed.';

function draft(letter: Letter, names: ProviderNames): Draft {
  switch (letter.kind) {
    case 'resetCode':
      return {
        subject: 'Your code to reset your password',
        paragraphs: ['Here is your code to reset your Symptom Tracker password:'],
        code: letter.code,
        afterwards: [ENTER_CODE, IGNORE],
      };
    case 'changeEmailCode':
      return {
        subject: 'Your code to confirm your email',
        paragraphs: ['Here is your code to confirm this email for Symptom Tracker:'],
        code: letter.code,
        afterwards: [ENTER_CODE, IGNORE],
      };
    case 'proofCode':
      return {
        subject: 'Your code to confirm that it’s you',
        paragraphs: ['Here is your code to confirm that it’s you in Symptom Tracker:'],
        code: letter.code,
        afterwards: [
          ENTER_CODE,
          `If you did not ask for this, nothing has changed. But someone may be using your account: ${NEW_PASSWORD}`,
        ],
      };
    case 'wayInAdded':
      return {
        subject: 'A new way to sign in to your account',
        paragraphs: [
          `You can now sign in to Symptom Tracker with ${letter.way === 'password' ? 'a password' : wayName(letter.way, names)}${letter.email && ` (${letter.email})`}.`,
          'If you added it yourself, you need to do nothing.',
          'If this was not you, press the button. On the page that opens, you can end it and log out everywhere.',
        ],
        ...notMe(letter.link),
      };
    case 'passkeyRemoved':
      return {
        subject: 'A passkey was removed from your account',
        paragraphs: [
          `The passkey “${letter.name}” no longer works here.`,
          'Your other devices are logged out.',
          WAS_YOU,
          NOT_YOU,
        ],
      };
    case 'newBrowser':
      return {
        subject: 'A new sign-in to your account',
        paragraphs: [
          `On ${letter.day}, a new device signed in to your Symptom Tracker account: ${letter.browser}.`,
          WAS_YOU,
          'If this was not you, press the button. On the page that opens, you can log out all devices.',
        ],
        ...notMe(letter.link),
      };
    case 'newShare':
      return {
        subject: letter.what === 'code' ? 'A new code for a clinic' : 'A new link to your data',
        paragraphs: [
          `On ${letter.day}, a ${letter.what} was made. ${letter.what === 'code' ? 'A clinic' : 'Others'} can read your data with it.`,
          WAS_YOU,
          `If this was not you, press the button. On the page that opens, you can stop the ${letter.what}.`,
        ],
        ...notMe(letter.link),
      };
    case 'exported':
      return {
        subject: 'Your data was downloaded',
        paragraphs: [
          `Your data was downloaded from Symptom Tracker on ${letter.day}.`,
          WAS_YOU,
          NOT_YOU,
        ],
      };
    case 'providerRefused':
      return {
        subject: `A sign-in with ${names[letter.provider]}`,
        paragraphs: [
          `Someone signed in with a ${names[letter.provider]} account that has your email address. We did not open your account, because it does not use ${names[letter.provider]}.`,
          'Your account is safe. If it was not you, you need to do nothing.',
          letter.isAsked
            ? 'If it was you: the page asks you once for your password or for a code.'
            : `If it was you: sign in as you did before. Then you can add ${names[letter.provider]} in Settings.`,
        ],
      };
    case 'signInLink':
      return {
        subject: 'Your link to sign in',
        paragraphs: ['Here is your link to sign in to Symptom Tracker:'],
        link: { label: 'Sign in', href: letter.link },
        afterwards: ['Use it within 15 minutes. It works only once.', IGNORE],
      };
    case 'passwordChanged':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          'The password of your Symptom Tracker account was changed.',
          letter.isReset
            ? 'You have been logged out everywhere. Sign in with the new password.'
            : 'You have been logged out on your other devices.',
          ...(letter.firstProof ? ['This also confirmed your email address.'] : []),
          ...removedBy(letter.firstProof, names),
          ...staying(letter.stays, names),
          NOT_YOU,
        ],
      };
    case 'emailChanged':
      return {
        subject: 'Your email was changed',
        paragraphs: [
          `Your Symptom Tracker account now uses the address ${letter.newEmail}.`,
          'You can no longer sign in with your old address. We will not send more emails to it.',
          'If you also sign in with Google or another service, that still works.',
          letter.undoLink
            ? 'If this was not you, press the button. On the page that opens, you can change it back.'
            : 'If this was not you, please write to the person who runs this app.',
        ],
        ...(letter.undoLink && {
          link: { label: 'Change it back', href: letter.undoLink },
          afterwards: ['The button works once, for 7 days.'],
        }),
      };
    case 'emailChangedBack':
      return {
        subject: 'Your email was changed back',
        paragraphs: [
          'Your Symptom Tracker account has its earlier email again. The owner of that email asked for it.',
          'You have been logged out everywhere. We will not send more emails to this address.',
          'If you did not want this, please write to the person who runs this app.',
        ],
      };
    case 'addressTakenBack':
      return {
        subject: 'You have confirmed your account',
        paragraphs: [
          'You confirmed this email address.',
          ...removedBy(letter.firstProof, names),
          'You have been logged out everywhere.',
          'To set a new password, press Forgot Password on the sign-in screen.',
        ],
      };
    case 'accountsJoined':
      return {
        subject: 'Your earlier entries are here',
        paragraphs: [
          'All that you entered with this email is now in one place.',
          'If you find anything there that is not yours, log out everywhere in Settings. Then set a new password.',
        ],
      };
    case 'failedTries':
      return {
        subject: 'Your password was entered wrong several times',
        paragraphs: [
          `Someone has typed a wrong password or code for your account at least ${letter.times} times in 30 days.`,
          'Nobody has signed in that way, because they were all wrong.',
          'If it was you, there is nothing to do. If you can’t remember your password, press Forgot Password on the sign-in screen.',
          'If it was not you, choose a long password that you use nowhere else. You can change it in Settings.',
        ],
      };
    case 'reminder':
      return {
        subject: letter.title,
        paragraphs: ['Here is the reminder that you asked for.'],
        link: { label: 'Open Symptom Tracker', href: letter.link },
        afterwards: ['You can change or turn off reminders in Settings.'],
      };
    case 'invitation':
      return {
        subject: 'Will you help someone?',
        paragraphs: [
          `${whoIs(letter)} asks for your help.`,
          'Press the button to see what it is about. Then you can say yes or no.',
        ],
        link: { label: 'See the invitation', href: letter.link },
        afterwards: [
          'The link works for 7 days, and only once.',
          'If you do not know this email address, you can ignore this email.',
        ],
      };
    case 'caregiverStarted':
      return {
        subject: 'Someone now helps with your tracker',
        paragraphs: [
          `${whoIs(letter)} has accepted your invitation, and ${canDo(letter.may)}.`,
          'You can end this at any time in Settings, under People who help.',
          `If you did not invite this person, end their access there. Then ${NEW_PASSWORD}`,
        ],
      };
    case 'caregiverWaits':
      return {
        subject: 'Is this the person you invited?',
        paragraphs: [
          `You invited ${letter.invited}. Now ${whoIs(letter)} has said yes.`,
          'These are two different email addresses. So this person sees nothing until you answer.',
          'Open Symptom Tracker to say if it is the right person.',
        ],
        link: { label: 'Open Symptom Tracker', href: letter.link },
      };
    case 'helpStarted':
      return {
        subject: 'You now help with a tracker',
        paragraphs: [
          `You have accepted the invitation of ${whoIs(letter)}. You ${letter.may === 'log' ? 'can see their entries and log for them' : 'can see their entries'}.`,
          'You can end this at any time in Settings, under People who help.',
          NOT_YOU,
        ],
      };
    case 'caregiverEnded':
      return {
        subject: 'Someone no longer helps with your tracker',
        paragraphs: [
          `${whoIs(letter)} no longer sees your tracker.`,
          'What they entered for you stays.',
        ],
      };
    case 'helpEnded':
      return {
        subject: 'You no longer help with a tracker',
        paragraphs: [`You no longer see the tracker of ${whoIs(letter)}.`],
      };
    case 'report':
      if (letter.weekly) return weeklyReport(letter, letter.weekly);
      return {
        subject: letter.caregiverId
          ? 'The symptom report that you asked for'
          : 'Your symptom report',
        paragraphs: [
          `Here is ${letter.caregiverId ? 'the' : 'your'} symptom report for ${letter.days}, as a PDF.`,
          'This report contains health information. Please forward it only to people you trust.',
          `If you did not ask for it, ${NEW_PASSWORD}`,
        ],
      };
  }
}

/** The button of a letter about something that its reader may not have done. */
function notMe(href: string): Pick<Draft, 'link' | 'afterwards'> {
  return {
    link: { label: 'This was not me', href },
    afterwards: ['The button works for 7 days.'],
  };
}

function weeklyReport(
  { days }: ReportLetter,
  { endUrl }: { readonly endUrl: string | null },
): Draft {
  return {
    subject: 'Your weekly symptom report',
    paragraphs: [
      `Here is your symptom report for ${days}, as a PDF.`,
      'This report contains health information. Please forward it only to people you trust.',
      'You turned on the Weekly Health Report. You can turn it off in Settings.',
    ],
    ...(endUrl !== null && { link: { label: 'Stop these emails', href: endUrl } }),
  };
}

function canDo(may: 'read' | 'log'): string {
  return may === 'log' ? 'can see your entries and log for you' : 'can see your entries';
}

/**
 * A person in the words of a letter: the name and the address. Strangers get letters too, so a name that a mail program
 * may show as a link, or that breaks the line, is left out.
 */
export function whoIs({ name, email }: Named): string {
  const isPrinted = name !== '' && !/[@/:\p{Cc}\u2028\u2029]|\.\S/u.test(name);
  // The account may have lost its address (DECISIONS 44).
  if (!hasAddress(email)) return isPrinted ? name : 'Someone';
  return isPrinted ? `${name} (${email})` : email;
}

const listOf = new Intl.ListFormat('en-US');

/** A way to sign in, after 'with'. */
function wayName(kind: IdentityKind, names: ProviderNames): string {
  return kind === 'passkey' ? 'a passkey' : names[kind];
}

function removedBy(proof: FirstProof | undefined, names: ProviderNames): string[] {
  const { password = false, providers = [] } = proof ?? {};
  const removed = [
    ...(password ? ['the old password'] : []),
    ...providers.map((provider) => `the sign-in with ${wayName(provider, names)}`),
  ];
  if (removed.length === 0) return [];
  const them = removed.length === 1 ? 'it' : 'them';
  return [`Someone else may have set ${listOf.format(removed)}. To be safe, we removed ${them}.`];
}

/** Lists what a reset has not ended, so that the owner notices what somebody else has added. */
function staying(stays: Stays | undefined, names: ProviderNames): string[] {
  if (!stays) return [];
  const { providers, helpers, invitations, links, ntfy } = stays;
  const listed = [
    ...providers.map((provider) => `sign-in with ${wayName(provider, names)}`),
    ...helpers.map((helper) => `help by ${helper}`),
    ...(invitations > 0 ? [counted(invitations, 'open invitation')] : []),
    ...(links > 0 ? [`${counted(links, 'link')} to your data`] : []),
    ...(ntfy ? ['reminders by ntfy'] : []),
  ];
  if (listed.length === 0) return [];
  return [
    `These still work: ${listOf.format(listed)}.`,
    'If you do not know one of them, sign in and press “End” beside it.',
  ];
}

/** Writes a letter, as plain text and as simple HTML in large type. */
export function write(letter: Letter, names: ProviderNames): WrittenLetter {
  const { subject, paragraphs, code, link, afterwards = [] } = draft(letter, names);
  const text = [
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(link ? [link.href] : []),
    ...afterwards,
    'Symptom Tracker',
  ];
  const html = [
    ...paragraphs.map(paragraph),
    ...(code ? [`<p style="${CODE}">${escaped(code)}</p>`] : []),
    ...(link
      ? [`<p><a style="${LINK}" href="${escaped(link.href)}">${escaped(link.label)}</a></p>`]
      : []),
    ...afterwards.map(paragraph),
    `<p style="opacity:0.8">Symptom Tracker</p>`,
  ];
  const endUrl = letter.kind === 'report' ? letter.weekly?.endUrl : null;
  return {
    ...(endUrl && { endUrl }),
    subject,
    text: `${text.join('\n\n')}\n`,
    html: PAGE.replace('{{title}}', escaped(subject)).replace('{{body}}', () => html.join('\n')),
  };
}

/** Inline styles, because mail programs do not load the app's style sheets. */
const CODE = 'font-size:40px;font-weight:bold;letter-spacing:8px;margin:24px 0';
const LINK =
  'display:inline-block;padding:16px 32px;border-radius:16px;background:#0b4a57;color:#ffffff;font-size:24px;font-weight:bold;text-decoration:none';
const PAGE = readFileSync(new URL('./letter.html', import.meta.url), 'utf8');

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
