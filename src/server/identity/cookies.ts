/** With https the name itself forbids other hosts and paths to set the cookie (RFC 6265bis, 4.1.3.2). */
export function cookieName(publicUrl: string, name: string): string {
  return isSecure(publicUrl) ? `__Host-${name}` : name;
}

/** Page scripts cannot read the cookie, and requests from other sites do not carry it. */
export function cookieOptions(publicUrl: string) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(publicUrl) } as const;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
