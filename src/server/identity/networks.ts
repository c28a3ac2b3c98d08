import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The networks that a request comes from, the narrowest first. One household can use all addresses of an IPv6 /64, a
 * provider often gives it a whole /56, and a rented server comes with a /48. So IPv6 addresses count by these three
 * prefixes, and IPv4 addresses by themselves, their /24 and their /16.
 */
export type Networks = readonly [narrow: string, middle: string, wide: string];

/** The networks of the IP address that the proxies of TRUST_PROXY report. The first is `addressOf`. */
export function networksOf(request: FastifyRequest): Networks {
  const ip = ipOf(request);
  const narrow = addressOf(request);
  if (isIP(ip) === 4) {
    const [a, b, c] = ip.split('.');
    return [narrow, `network ${a}.${b}.${c}`, `network ${a}.${b}`];
  }
  if (isIP(ip) !== 6) return [narrow, `network ${ip}`, `wide network ${ip}`];
  const groups = groupsOf(ip).map((group) => group.padStart(4, '0'));
  const [a, b, c, d = ''] = groups;
  return [narrow, `network ${a}:${b}:${c}:${d.slice(0, 2)}`, `network ${a}:${b}:${c}`];
}

/** The rate-limit key for attempts from an IP address: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function addressOf(request: FastifyRequest): string {
  const ip = ipOf(request);
  return `address ${isIP(ip) === 6 ? groupsOf(ip).slice(0, 4).join(':') : ip}`;
}

/** The IP address without its port, which some proxies append. IPv4 addresses that IPv6 maps count as IPv4. */
export function ipOf(request: FastifyRequest): string {
  const [, six, four] = /^(?:\[(.+)\]|([\d.]+)):\d+$/.exec(request.ip) ?? [];
  const ip = six ?? four ?? request.ip;
  return /^::ffff:([\d.]+)$/i.exec(ip)?.[1] ?? ip;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0');
  const whole = tail === undefined ? groups : [...groups, ...zeros, ...after];
  return whole.map((group) => group.replace(/^0+(?=.)/, ''));
}
