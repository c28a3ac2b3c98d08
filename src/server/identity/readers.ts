import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import { fail } from '../platform/http/fail.ts';
import { hashOfToken } from '../platform/secrets.ts';
import { cookieName, cookieOptions } from './cookies.ts';
import { findReader, type Reader } from './queries/readers.ts';

/**
 * Sessions of readers. A reader has opened a link and may read what it shows (DECISIONS 39). The cookie's name contains
 * the link's id, so that two links can be open in one browser.
 */

/**
 * How long a reader may read after opening a link. It is short, because a doctor may leave the page open on a shared
 * computer.
 */
const READER_MS = DAY_MS;

/** Stores the token in a cookie that ends when the browser is closed. */
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

/** @throws readerSignedOut without a valid session; shareEnded if the link has ended or expired */
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
  // A locked link only rejects new readers. This reader entered the right passcode before.
  if (found.state === 'ended' || found.state === 'expired') throw fail('shareEnded');
  return found.reader;
}

function readerCookie(publicUrl: string, shareId: string): string {
  return cookieName(publicUrl, `reader-${shareId}`);
}
