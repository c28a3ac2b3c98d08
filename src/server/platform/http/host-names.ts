import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { barePage } from './bare-page.ts';
import { fail } from './fail.ts';

/** Domains that nobody can register on the internet, or that routers use at home. */
const HOME_DOMAINS = ['local', 'lan', 'home', 'internal', 'home.arpa', 'box'];

/**
 * Without https, rejects requests to host names that a stranger may own. A page on the internet could otherwise point
 * its own name at this server, and use it from the browser of somebody at home (DNS rebinding). `/healthz` reveals
 * nothing and answers under every name.
 */
export function refuseForeignHosts(app: FastifyInstance, publicUrl: string): void {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return;
  app.addHook('onRequest', async ({ headers: { host }, url }, reply) => {
    const name = nameOf(host);
    const isOwn = name !== undefined && (name === hostname || isAtHome(name));
    if (isOwn || url === '/healthz') return;
    if (/^\/api(\/|$)/i.test(url)) throw fail('crossSite');
    return barePage(reply, 403, { heading: 'Symptom Tracker', content: content(host) });
  });
}

/** The name in a Host header in lower case, without the port and the dot at the end; undefined if it is no name. */
function nameOf(host = 'localhost'): string | undefined {
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '');
}

/** True for an address, for a name of one label such as `localhost`, and for names of `HOME_DOMAINS`. */
function isAtHome(name: string): boolean {
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  const domains = HOME_DOMAINS.map((domain) => `.${domain}`);
  return !name.includes('.') || domains.some((domain) => name.endsWith(domain));
}

function content(host = ''): string {
  // The header is text from outside. Only what can stand in an address is printed.
  const address = /^[\w.:-]+$/.test(host) ? `=http://${host}` : '';
  return `<p>This address is not set up.</p>
<p>Please open Symptom Tracker at its usual address.</p>
<p>If you run this server and want to use this address, set PUBLIC_URL${address} and start the server again.</p>`;
}
