import { z } from 'zod';
import { END_WAY_IN_PATH } from '../../contract/providers.ts';
import type { WayIn } from '../../contract/ways-in.ts';
import { DAY_MS } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import type { AddedWayIn } from './queries/ways-in.ts';

/**
 * The link 'This was not me' in the letters about a new way to sign in, a new browser and a new link for sharing. Its
 * secret names what was added and the time until which it works, sealed with the installation's key, so the database
 * needs no row for it. It ends only what was added: if the owner removes a way in and adds it again, the old link does
 * nothing.
 */

const WORKS_FOR_MS = 7 * DAY_MS;

const sealedWayIn = z.object({
  // Other sealed texts, such as OAuth flows, are no links.
  purpose: z.literal('endWayIn'),
  userId: z.string(),
  until: z.number(),
  way: z.union([
    z.object({ kind: z.literal('password'), tag: z.string() }),
    z.object({
      kind: z.literal('provider'),
      provider: z.string(),
      issuer: z.string(),
      subject: z.string(),
      createdAt: z.number(),
      personHash: z.string(),
    }),
    z.object({ kind: z.literal('browser'), browserHash: z.string(), browser: z.string() }),
    z.object({ kind: z.literal('share'), madeAt: z.number() }),
  ]),
});

/** @param shown what the screen says that it was */
export function notMeLink(
  { config, secrets, clock }: Context,
  userId: string,
  shown: WayIn['kind'] | 'browser' | 'share',
  way: AddedWayIn,
): string {
  const sealed: z.infer<typeof sealedWayIn> = {
    purpose: 'endWayIn',
    userId,
    until: clock() + WORKS_FOR_MS,
    way,
  };
  const secret = secrets.seal(JSON.stringify(sealed));
  return `${config.publicUrl}${END_WAY_IN_PATH}#${new URLSearchParams({ way: shown, secret })}`;
}

/** Opens the secret of such a link; undefined if it is not one, or has expired. */
export function openNotMe(
  { secrets, clock }: Context,
  secret: string,
): { readonly userId: string; readonly way: AddedWayIn } | undefined {
  try {
    const { userId, until, way } = sealedWayIn.parse(JSON.parse(secrets.open(secret)));
    return until > clock() ? { userId, way } : undefined;
  } catch {
    return undefined;
  }
}
