import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { hashOfToken } from '../platform/secrets.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { findReader, type Reader } from './queries/readers.ts';

/**
 * Readers' sessions: someone opened a link and may read what it shows (DECISIONS 39). The cookie's name has the link's id,
 * so that two links can be open in one browser without being mixed up.
 */

/** A day: a doctor may leave the page open, and the next person at that computer must not find it. */
const READER_MS = DAY_MS;

/** Keeps the token in the browser until it is closed. */
export function setReader(
  { config }: Context,
  reply: FastifyReply,
  { shareId, token }: { readonly shareId: string; readonly token: string },
): void {
  const { publicUrl } = config;
  reply.setCookie(readerCookie(publicUrl, shareId), token, {
    ...cookieOptions(publicUrl),
    sameSite: 'strict',
  });
}

/** @throws readerSignedOut; shareEnded also if the link expired meanwhile */
export async function currentReader(
  { config, db, clock }: Context,
  request: FastifyRequest,
  shareId: string,
): Promise<Reader> {
  const token = request.cookies[readerCookie(config.publicUrl, shareId)];
  if (!token) throw fail('readerSignedOut');
  const now = clock();
  const wanted = { tokenHash: hashOfToken(token), shareId };
  const found = await findReader(db, wanted, now - READER_MS, now);
  if (!found) throw fail('readerSignedOut');
  // A locked link lets nobody else in. A reader who is in already has entered the right passcode.
  if (found.state === 'ended' || found.state === 'expired') throw fail('shareEnded');
  return found.reader;
}

function readerCookie(publicUrl: string, shareId: string): string {
  return cookieName(publicUrl, `reader-${shareId}`);
}
