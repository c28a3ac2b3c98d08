/**
 * With https, the __Host- prefix prevents other hosts and paths from setting the cookie (RFC 6265bis,
 * 4.1.3.2).
 */
export function cookieName(publicUrl: string, name: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name;
}

/**
 * Page scripts cannot read the cookie. Of the requests from other sites, only top-level GET navigations carry
 * it.
 */
export function cookieOptions(publicUrl: string) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(publicUrl) } as const;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
