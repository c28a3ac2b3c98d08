import type { FastifyInstance } from 'fastify';
import { DAY_MS, type Instant, isoOf } from '../../../domain/zone.ts';

const PATH = '/.well-known/security.txt';
/** How long a copy of the file is good for. RFC 9116 recommends less than a year. */
const GOOD_MS = 180 * DAY_MS;

/** Says to whom a vulnerability of this installation is reported (RFC 9116). */
export function serveSecurityTxt(
  app: FastifyInstance,
  { publicUrl, supportEmail }: { readonly publicUrl: string; readonly supportEmail: string },
  clock: () => Instant,
): void {
  app.get(PATH, { schema: { hide: true } }, (_request, reply) => {
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${isoOf(clock() + GOOD_MS)}`,
      'Preferred-Languages: en',
      // The RFC allows only https here.
      ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${PATH}`] : []),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
