import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OAuthOutcome } from '../../contract/entities.ts';
import { errors } from '../../contract/errors.ts';
import type { Person } from '../../contract/facts.ts';
import { unknownPerson } from '../../contract/facts.ts';
import type { ProviderKey } from '../../contract/providers.ts';
import type { OwnerProof } from '../../contract/ways-in.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import type { Context } from '../context.ts';
import { addProfile } from '../profile/queries/profiles.ts';
import { admissionOf } from './attempts.ts';
import { limitedKey } from './counted.ts';
import { setJoining } from './flow-cookies.ts';
import { knownBrowser } from './known-browsers.ts';
import { allowsSheets, type ProviderGrant, type Return } from './oauth-flows.ts';
import { ownsOf } from './owns.ts';
import { nameOf } from './provider-names.ts';
import { findAccountOf } from './queries/accounts.ts';
import { findIdentitiesOf, findUserOf, signInByProvider } from './queries/identities.ts';
import type { Session } from './queries/sessions.ts';
import { joinProvider } from './queries/ways-in.ts';
import { confirmSession, currentSession, startSessionBy } from './sessions.ts';
import { wayInAddedLetter } from './way-in-letters.ts';
import { proofsOf } from './ways-in.ts';

/**
 * Completes a flow once the provider has identified the user. Each function returns the message for the user,
 * or '' for success, or all that the outcome tells.
 */

type Told = Pick<OAuthOutcome, 'problem' | 'accountEmail'>;

type End = (
  context: Context,
  provider: ProviderKey,
  grant: ProviderGrant,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string | Told>;

export async function completeOAuthFlow(
  { flow, userId }: Return,
  ...[context, provider, grant, request, reply]: Parameters<End>
): Promise<string | Told> {
  if (flow.purpose === 'signIn') return await signIn(context, provider, grant, request, reply);
  const session = await currentSession(context, request, reply);
  if (!session || session.userId !== userId) return errors.signedOut.message;
  if (flow.purpose === 'join') return await join(context, session, provider, grant);
  // The browser may be signed in at the provider as another person. That person must not confirm the owner's session,
  // and the owner's forms must not go to that person's spreadsheet.
  const owner = await findUserOf(context.db, { provider, ...grant.person });
  if (owner !== userId) return anotherAccount(nameOf(context, provider));
  if (flow.purpose === 'confirm') {
    const proofs = await proofsAt(context, userId);
    if (!proofs.includes(provider)) return errors.confirmationNeeded.message;
    // It counts all the same if the owner has nothing but providers and passkeys.
    const hasOther = proofs.includes('password') || proofs.includes('code');
    if (!grant.hasAskedAgain && hasOther) {
      return `${nameOf(context, provider)} did not ask you to sign in again, so this does not count. Please use another way.`;
    }
    return (await confirmSession(context, session, reply)) ? '' : errors.signedOut.message;
  }
  if (!allowsSheets(grant)) {
    return 'We need your permission to write to your Google spreadsheet. Please try again and allow this.';
  }
  const isOn = await context.spreadsheets.turnOn(session, grant.tokens);
  return isOn ? '' : errors.signedOut.message;
}

const signIn: End = async (context, provider, { person, idToken }, request, reply) => {
  const { config, db, outbox, jobs, clock } = context;
  const browser = await knownBrowser(context, request, person.email ?? '');
  const result = await signInByProvider(
    db,
    { provider, ...person },
    {
      newUserId: randomUUID(),
      admission: admissionOf(context, request, provider),
      owns: await ownsOf(context, request, reply, browser),
      mayLackEmail: provider === 'oidc',
      notice: (to, firstProof) =>
        outbox.enclose({ to, letter: { kind: 'addressTakenBack', firstProof } }),
      warning: ({ userId, email }) => ({
        ...limitedKey(context, 'refusedProviders', email),
        letter: outbox.enclose({
          to: email,
          letter: {
            kind: 'providerRefused',
            provider,
            ...(config.oidcOnly && { isAsked: true as const }),
          },
          userId,
        }),
      }),
    },
    clock(),
  );
  if ('refused' in result) {
    jobs.wake('mail');
    const name = nameOf(context, provider);
    if (result.refused === 'emailInUse') {
      const { email } = person;
      if (!config.oidcOnly || provider !== 'oidc' || !email) return notJoined(context, name);
      setJoining(context, reply, { ...person, email, ...(idToken && { idToken }) });
      return { problem: errors.emailInUse.message, accountEmail: email };
    }
    if (result.refused !== 'noEmail') return errors[result.refused].message;
    return `${name} did not tell us your email, which we need. Please sign up with your email and a password.`;
  }
  jobs.wake('mail');
  const { userId, isFirst } = result;
  const isNewUser = await addProfile(
    db,
    userId,
    personNamed(person.name, config.timeZone),
    clock(),
  );
  const sealedIdToken =
    provider === 'oidc' && idToken !== undefined ? context.secrets.seal(idToken) : undefined;
  const user = { userId, isNewUser, signedInBy: provider, isFirst, sealedIdToken };
  const identity = { provider, ...person };
  return (await startSessionBy(context, request, reply, identity, user))
    ? ''
    : errors.signedOut.message;
};

async function join(
  context: Context,
  session: Session,
  provider: ProviderKey,
  { person }: ProviderGrant,
): Promise<string> {
  const { db, jobs, clock } = context;
  const now = clock();
  const { issuer, subject, email = '' } = person;
  const letterFor = wayInAddedLetter(context, { provider, issuer, subject }, email, now);
  const result = await joinProvider(db, session, { provider, ...person }, letterFor, now);
  jobs.wake('mail');
  if (result === 'signedOut') return errors.signedOut.message;
  if (result === 'joined') return '';
  const name = nameOf(context, provider);
  return `This ${name} account signs someone else in here. Please choose another one.`;
}

async function proofsAt(context: Context, userId: string): Promise<OwnerProof[]> {
  const account = await findAccountOf(context.db, userId);
  if (!account) return [];
  return proofsOf(context, account, await findIdentitiesOf(context.db, userId));
}

/** Says what to do if an account has the address, but is not joined to the provider. */
function notJoined({ config }: Context, name: string): string {
  const ways = config.smtpUrl ? 'your password or an emailed link' : 'your password';
  return `${errors.emailInUse.message} Use ${ways}, or the way that you used before. Then you can add ${name} in Settings.`;
}

/**
 * A profile with only the name from the provider: its first word is the first name, the rest the last name (SPEC
 * section 4).
 */
export function personNamed(name: string, timeZone: string): Person {
  const words = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .split(/\s+/);
  const [firstName = '', ...rest] = words;
  return {
    ...unknownPerson(timeZone),
    firstName: shortened(firstName),
    lastName: shortened(rest.join(' ')),
  };
}

/** Cuts a name to the maximum length of a typed one, without half a surrogate pair or a space at the end. */
function shortened(name: string): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
}

function anotherAccount(name: string): string {
  return `You chose another ${name} account. Please try again, and choose the account that you sign in with here.`;
}
