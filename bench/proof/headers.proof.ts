import { expect, it } from 'vitest';
import { Browser, testApp } from '../../src/server/testing/app.ts';
import { onSqlite } from '../../src/server/testing/databases.ts';
import { tell } from './figures.ts';

/**
 * Version 1.4.8 of MDN's HTTP Observatory gave these headers 130 points and A+ on 2026-11-21. The project
 * does not include the Observatory, because its installation downloads lists. Run it again before you change
 * a line here.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  'upgrade-insecure-requests',
];
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
/** The session, and the browser as one that is known. */
const COOKIES = ['session', 'browser'].map((name) =>
  expect.stringMatching(
    new RegExp(`^__Host-${name}=[\\w.-]+; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
  ),
);

onSqlite((place) => {
  const test = testApp(place, { PUBLIC_URL: 'https://tracker.example.org' });

  it('the headers are those that the HTTP Observatory rated', async (context) => {
    const browser = new Browser(test);
    const { headers, body } = await browser.send({ method: 'GET', url: '/' });
    const policy = String(headers['content-security-policy']);
    expect(policy.split(';')).toEqual(POLICY);
    expect(headers).toMatchObject(HEADERS);
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(body).not.toMatch(/<script[^>]+src="?(https?:)?\/\//i);
    const account = { email: 'someone@example.org', password: 'correct horse battery' };
    const signedUp = await browser.call('signUp', account);
    expect(signedUp.headers['set-cookie']).toEqual(COOKIES);
    tell(
      context,
      'the headers of 2026-11-21, which the Observatory gave 130 and A+, without their two style hashes',
    );
  });
});
