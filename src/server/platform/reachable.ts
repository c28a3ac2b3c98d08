import { BlockList, isIP } from 'node:net';

/**
 * Domains that public DNS does not resolve: those that RFC 6761, 6762, 7686 and 8375 reserve, ICANN's `internal`, and
 * those that home and office routers assign.
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
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, bits);
}
/**
 * The only IPv6 range that is assigned for the internet. It contains ranges for documentation, and tunnels to IPv4
 * addresses such as Teredo and 6to4, which are excluded below.
 */
const GLOBAL_IPV6 = new BlockList();
GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');
const SPECIAL_IPV6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL_IPV6.addSubnet(network, bits, 'ipv6');
}

/**
 * Whether other systems can reach a server at this origin: with https, at a public name or address. This checks the
 * text only and asks no DNS server, because the DNS of this server may resolve names that the internet does not.
 */
export function isReachable(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host)) return !isPrivateAddress(host);
  return host.includes('.') && !PRIVATE_NAMES.test(host);
}

/** Whether nobody on the internet can have this IP address: that of this machine, of a home or of a container. */
export function isPrivateAddress(ip: string): boolean {
  if (isIP(ip) === 4) return PRIVATE.check(ip);
  const isGlobal = isIP(ip) === 6 && GLOBAL_IPV6.check(ip, 'ipv6');
  return !isGlobal || SPECIAL_IPV6.check(ip, 'ipv6');
}
