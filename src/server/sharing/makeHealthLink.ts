import { randomUUID } from 'node:crypto';
import { HEALTH_LINK_MS } from '../../domain/health-link.ts';
import { isoOf } from '../../domain/zone.ts';
import { newLinkLetter } from '../identity/security-letters.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { hashOfToken, randomToken } from '../platform/secrets.ts';
import { hasHealthLinks, healthAddress } from './health-address.ts';
import { makeHealthBundle, TITLE } from './health-bundle.ts';
import { encryptFhir, linkOf } from './jwe.ts';
import { addLink } from './queries/links.ts';

export const makeHealthLink = route('makeHealthLink', async (call) => {
  const { context, session, reply } = call;
  const { config, db, jobs, clock } = context;
  if (!hasHealthLinks(config)) throw fail('notReachable');
  const bundle = await makeHealthBundle(call);
  if (!bundle) return reply.hijack();
  const { file, key } = await encryptFhir(bundle.text);
  const [healthLinkId, secret, now] = [randomUUID(), randomToken(), clock()];
  const expiresAt = now + HEALTH_LINK_MS;
  const letter = await newLinkLetter(context, session.userId, 'code', now);
  const secretHash = hashOfToken(secret);
  const outcome = await addLink(
    db,
    session,
    { kind: 'healthLink', linkId: healthLinkId, secretHash, expiresAt, file, letter },
    now,
  );
  if (outcome !== 'added') throw fail(outcome);
  jobs.wake('mail');
  return {
    healthLinkId,
    expiresAt: isoOf(expiresAt),
    link: linkOf({
      url: healthAddress(config, secret),
      flag: 'U',
      key,
      exp: Math.floor(expiresAt / 1000),
      label: TITLE,
      v: 1,
    }),
  };
});
