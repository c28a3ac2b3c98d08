import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { type Call, CODE_MAILED, route } from '../platform/http/route.ts';
import type { FirstProof } from '../platform/mail/letters.ts';
import { addProfile } from '../profile/queries/profiles.ts';
import { sessionUserAnswer } from '../profile/serializer.ts';
import { givenCode, MAX_CODE_TRIES, mailCode, newCode } from './codes.ts';
import { personNamed } from './complete-oauth-flow.ts';
import { dropJoining, type JoiningPerson, readJoining } from './flow-cookies.ts';
import { limitCodes, limitPasswords, requireBudget } from './guesses.ts';
import { type KnownBrowser, knownBrowser, knownBrowserOfProven } from './known-browsers.ts';
import { limitCodeMail } from './mail-limits.ts';
import { ownsOf } from './owns.ts';
import { findAccount } from './queries/accounts.ts';
import { openByCode } from './queries/address-proof.ts';
import type { SignedIn } from './queries/new-accounts.ts';
import { deleteSession } from './queries/sessions.ts';
import { joinProvider } from './queries/ways-in.ts';
import { startSession } from './sessions.ts';
import { wayInAddedLetter } from './way-in-letters.ts';

type Asking = Call<'joinOwnProvider'>;

/**
 * Joins the person whom the operator's own provider has identified to the account with their address (DECISIONS 42). A
 * code to an address that was never proven is a first proof, and splits the account (DECISIONS 44).
 */
export const joinOwnProvider = route(
  'joinOwnProvider',
  async ({ context, input, request, reply }) => {
    const { config, db, secrets, jobs, clock } = context;
    const joining = readJoining(context, request);
    if (!joining) throw fail('joinExpired');
    const { email } = joining;
    const { password, challenge, code } = input;
    if (password === undefined && (challenge === undefined || code === undefined)) {
      reply.code(CODE_MAILED);
      return { challenge: await mailJoiningCode(context, request, email) };
    }
    const browser = await knownBrowser(context, request, email);
    const proved =
      password === undefined
        ? await byCode({ context, input, request, reply }, email, browser)
        : await byPassword(context, request, { email, password, browser });
    const { userId } = proved;
    const person = personNamed(joining.name, config.timeZone);
    const isNewUser = await addProfile(db, userId, person, clock());
    const sealedIdToken = secrets.seal(joining.idToken ?? '');
    const user = { ...proved, isNewUser, signedInBy: 'oidc', sealedIdToken };
    const tokenHash = await startSession(context, request, reply, user);
    if (!tokenHash) throw fail('joinExpired');
    dropJoining(context, reply);
    if ((await join(context, { userId, tokenHash }, joining)) !== 'joined') {
      await deleteSession(db, tokenHash);
      throw fail('joinExpired');
    }
    jobs.wake('mail');
    return await sessionUserAnswer(context, { userId, email, isNewUser });
  },
);

async function mailJoiningCode(
  context: Context,
  request: FastifyRequest,
  email: string,
): Promise<string> {
  await requireBudget(context, { email, browser: await knownBrowser(context, request, email) });
  const browser = await knownBrowserOfProven(context, request, email);
  await limitCodeMail(context, request, { email, browser });
  const fresh = newCode(context, { purpose: 'joinOwnProvider', email });
  const letter = { kind: 'proofCode', code: fresh.code } as const;
  await mailCode(context, fresh.stored, email, letter, { toAccountsOnly: true });
  return fresh.challenge;
}

async function byPassword(
  context: Context,
  request: FastifyRequest,
  {
    email,
    password,
    browser,
  }: { email: string; password: string; browser: KnownBrowser | undefined },
): Promise<{ readonly userId: string; readonly passwordHash: string }> {
  const account = await limitPasswords(
    context,
    request,
    { email, browser },
    async (lane) => {
      const found = await findAccount(context.db, email);
      const isRight = await context.passwords.verify(password, found?.passwordHash, lane);
      return isRight ? found : undefined;
    },
    fail('joinSpent'),
  );
  if (!account) throw fail('wrongPassword');
  const { userId, passwordHash } = account;
  return { userId, passwordHash };
}

async function byCode(
  {
    context,
    input,
    request,
    reply,
  }: Pick<Asking, 'context' | 'input' | 'request'> & {
    readonly reply: FastifyReply;
  },
  email: string,
  browser: KnownBrowser | undefined,
): Promise<SignedIn> {
  const { db, outbox, clock } = context;
  const { challenge = '', code = '' } = input;
  const proof = {
    email,
    code: givenCode(context, { purpose: 'joinOwnProvider', email }, { challenge, code }),
    maxTries: MAX_CODE_TRIES,
    owns: await ownsOf(context, request, reply, browser),
    notice: (firstProof: FirstProof) =>
      outbox.enclose({ to: email, letter: { kind: 'addressTakenBack', firstProof } }),
  };
  let opened: SignedIn | undefined;
  await limitCodes(context, request, { email, browser }, async () => {
    const outcome = await openByCode(db, proof, clock());
    if (typeof outcome === 'string') return outcome;
    opened = outcome;
    return 'right';
  });
  if (!opened) throw fail('wrongCode');
  return opened;
}

/** Not 'joined' if the identity opens another account by now, or the account has been closed to it meanwhile. */
async function join(
  context: Context,
  caller: { readonly userId: string; readonly tokenHash: string },
  { issuer, subject, email, emailVouched }: JoiningPerson,
) {
  const now = context.clock();
  const identity = { provider: 'oidc', issuer, subject } as const;
  const letterFor = wayInAddedLetter(context, identity, email, now);
  return await joinProvider(
    context.db,
    caller,
    { ...identity, email, emailVouched },
    letterFor,
    now,
  );
}
