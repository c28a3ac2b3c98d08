import { dateFormats } from '../../domain/formats.ts';
import type { Context } from '../context.ts';
import type { Letter } from '../platform/mail/letters.ts';
import { dateStyleOf, findPerson } from '../profile/queries/profiles.ts';
import { limitedKey } from './counted.ts';
import { notMeLink } from './not-me.ts';
import type { SecurityLetter } from './queries/warnings.ts';

/**
 * Letters about what an intruder may do in an account (DECISIONS 46). They say what and on which day, and nothing about
 * health. Without a mail server there are none: nobody would read the files.
 */

const days = dateFormats({ dateStyle: 'long' });

/** @param browser its hash, and its name in words */
export async function newBrowserLetter(
  context: Context,
  userId: string,
  browser: { readonly hash: string; readonly words: string },
): Promise<SecurityLetter | undefined> {
  return await letterAbout(context, userId, 'browserLetters', (day) => {
    const way = { kind: 'browser', browserHash: browser.hash, browser: browser.words } as const;
    const link = notMeLink(context, userId, 'browser', way);
    return { kind: 'newBrowser', browser: browser.words, day, link };
  });
}

/** @param madeAt when the link, or the code for a clinic, was made */
export async function newLinkLetter(
  context: Context,
  userId: string,
  what: 'link' | 'code',
  madeAt: number,
): Promise<SecurityLetter | undefined> {
  return await letterAbout(context, userId, 'shareLetters', (day) => {
    const link = notMeLink(context, userId, 'share', { kind: 'share', madeAt });
    return { kind: 'newShare', what, day, link };
  });
}

export async function exportLetter(
  context: Context,
  userId: string,
): Promise<SecurityLetter | undefined> {
  return await letterAbout(context, userId, 'exportLetters', (day) => ({ kind: 'exported', day }));
}

async function letterAbout(
  context: Context,
  userId: string,
  counted: 'browserLetters' | 'shareLetters' | 'exportLetters',
  letterOf: (day: string) => Letter,
): Promise<SecurityLetter | undefined> {
  const { config, db, outbox, clock } = context;
  if (config.smtpUrl === undefined) return undefined;
  const person = await findPerson(db, userId);
  const format = person ? days(person.timeZone, dateStyleOf(person)) : days(config.timeZone);
  const letter = letterOf(format.format(clock()));
  return (email) => ({
    ...limitedKey(context, counted, email),
    letter: outbox.enclose({ to: email, letter, userId, toProvenOnly: true }),
  });
}
