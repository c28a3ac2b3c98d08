import { BlockList, isIP } from 'node:net';

/**
 * Names that no public DNS server knows: RFC 6761, 6762, 7686 and 8375, ICANN's `internal`, and those that routers give
 * out.
 */
const PRIVATE_NAMES =
  /(^|\.)(local|localhost|internal|home\.arpa|test|invalid|example|onion|lan|home|corp|localdomain|intranet|private)$/;

/** Addresses that nobody on the internet can reach (IANA's registry of special-purpose IPv4 addresses). */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, bits);
}
/** The only IPv6 addresses that are assigned for the internet, except those for documentation. */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');
const DOCUMENTATION_IPV6 = new BlockList();
DOCUMENTATION_IPV6.addSubnet('2001:db8::', 32, 'ipv6');

/**
 * Whether other systems can reach a server at this origin: with https, at a public name or address. Only the text is
 * checked, because the server may know other names than the internet does.
 */
export function isReachable(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host) === 4) return !PRIVATE.check(host);
  if (isIP(host) === 6) {
    return GLOBAL_IPV6.check(host, 'ipv6') && !DOCUMENTATION_IPV6.check(host, 'ipv6');
  }
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}
