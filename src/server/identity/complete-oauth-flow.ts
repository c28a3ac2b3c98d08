import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../../contract/errors.ts';
import { PROVIDERS, type ProviderKey } from '../../contract/providers.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import type { Context } from '../context.ts';
import { addProfile, type Person } from '../profile/queries/profiles.ts';
import { unknownPerson } from '../profile/serializer.ts';
import { admissionOf } from './attempts.ts';
import { allowsSheets, type ProviderGrant, type Return } from './oauth-flows.ts';
import { forgetBrowsersOf } from './queries/browsers.ts';
import { findUserOf, signInByProvider } from './queries/identities.ts';
import { deleteSession } from './queries/sessions.ts';
import { confirmSession, currentSession, startSession } from './sessions.ts';

/**
 * Completes a flow once the provider has identified the user. Each function returns the message for the user,
 * or '' for success.
 */

type End = (
  context: Context,
  provider: ProviderKey,
  grant: ProviderGrant,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<string>;

export async function completeOAuthFlow(
  { flow, userId }: Return,
  ...[context, provider, grant, request, reply]: Parameters<End>
): Promise<string> {
  if (flow.purpose === 'signIn') return await signIn(context, provider, grant, request, reply);
  const session = await currentSession(context, request, reply);
  if (!session || session.userId !== userId) return errors.signedOut.message;
  // The browser may be signed in at the provider as another person. That person must not confirm the owner's session,
  // and the owner's forms must not go to that person's spreadsheet.
  const owner = await findUserOf(context.db, { provider, ...grant.person });
  if (owner !== userId) return anotherAccount(provider);
  if (flow.purpose === 'confirm') {
    return (await confirmSession(context, session, reply)) ? '' : errors.signedOut.message;
  }
  if (!allowsSheets(grant)) {
    return 'We need your permission to write to your Google spreadsheet. Please try again and allow this.';
  }
  const isOn = await context.spreadsheets.turnOn(session, grant.tokens);
  return isOn ? '' : errors.signedOut.message;
}

const signIn: End = async (context, provider, { person }, request, reply) => {
  const { config, db, outbox, jobs, clock } = context;
  const result = await signInByProvider(
    db,
    { provider, ...person },
    {
      newUserId: randomUUID(),
      admission: admissionOf(context, request),
      notice: (to, firstProof) =>
        outbox.enclose({ to, letter: { kind: 'addressTakenBack', firstProof } }),
    },
    clock(),
  );
  if ('refused' in result) {
    if (result.refused !== 'noEmail') return errors[result.refused].message;
    const name = PROVIDERS[provider];
    return `${name} did not tell us your email, which we need. Please sign up with your email and a password.`;
  }
  jobs.wake('mail');
  const { userId } = result;
  const isNewUser = await addProfile(
    db,
    userId,
    personNamed(person.name, config.timeZone),
    clock(),
  );
  const tokenHash = await startSession(context, request, reply, {
    userId,
    isNewUser,
    signedInBy: provider,
  });
  if (!tokenHash) return errors.signedOut.message;
  // The owner may have reclaimed the account during this sign-in. Reclaiming ended only the sessions that existed then,
  // and this session started afterwards, so it must end here, and no browser stays known.
  if ((await findUserOf(db, { provider, ...person })) === userId) return '';
  await deleteSession(db, tokenHash);
  await forgetBrowsersOf(db, userId);
  return errors.signedOut.message;
};

/**
 * A profile with only the name from the provider: its first word is the first name, the rest the last name (SPEC
 * section 4).
 */
function personNamed(name: string, timeZone: string): Person {
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

function anotherAccount(provider: ProviderKey): string {
  return `You chose another ${PROVIDERS[provider]} account. Please try again, and choose the account that you sign in with here.`;
}
