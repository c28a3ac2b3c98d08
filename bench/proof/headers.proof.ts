import { beforeAll, expect, it } from 'vitest';
import { Browser, testApp } from '../../src/server/testing/app.ts';
import { onSqlite } from '../../src/server/testing/databases.ts';
import { tell } from './figures.ts';
import { type Answered, deductionsOf, rewardsOf } from './observatory.ts';

const BASE = 100;
const AIM = 130;

onSqlite((place) => {
  const test = testApp(place, { PUBLIC_URL: 'https://tracker.example.org' });
  let answered: Answered;

  beforeAll(async () => {
    const browser = new Browser(test);
    const { headers, body } = await browser.send({ method: 'GET', url: '/' });
    const email = 'someone@example.org';
    const signedUp = await browser.call('signUp', { email, password: 'correct horse battery' });
    const cookies = signedUp.headers['set-cookie'];
    answered = { headers, page: body, cookies: [cookies ?? []].flat() };
  });

  it('headers by the rules of the HTTP Observatory', (context) => {
    expect(answered.cookies).not.toEqual([]);
    const deductions = deductionsOf(answered);
    const [lost, won] = [deductions, rewardsOf(answered)].map((rules) =>
      rules.reduce((sum, { points }) => sum + points, 0),
    ) as [number, number];
    // Rewards count only where little was deducted.
    const score = BASE + lost + (BASE + lost >= 90 ? won : 0);
    tell(context, `${score}, ${score >= BASE ? 'A+' : 'less than A+'}; ${-lost} deducted`);
    expect(deductions).toEqual([]);
    expect(score).toBeGreaterThanOrEqual(AIM);
  });

  it.each([
    [
      'a script from elsewhere',
      ({ page }: Answered) => ({ page: `${page}<script src="//a.b/c.js">` }),
    ],
    ['a cookie that scripts can read', without('HttpOnly')],
    ['a cookie that goes over plain HTTP', without('Secure')],
    ['a cookie that other sites send', without('SameSite=Lax')],
    ['any content', header('content-security-policy', undefined)],
    ['inline scripts', header('content-security-policy', "script-src 'self' 'unsafe-inline'")],
    ['framing', framed],
    ['plain HTTP tomorrow', header('strict-transport-security', 'max-age=60')],
    ['guessing of types', header('x-content-type-options', undefined)],
    ['every referrer', header('referrer-policy', 'unsafe-url')],
    ['every origin', header('access-control-allow-origin', '*')],
  ])('points are deducted for %s', (_, change) => {
    const changed = { ...answered, ...change(answered) };
    expect(changed).not.toEqual(answered);
    expect(deductionsOf(changed)).not.toEqual([]);
  });
});

function header(name: string, value: string | undefined) {
  return ({ headers }: Answered) => ({ headers: { ...headers, [name]: value } });
}

function framed({ headers }: Answered) {
  const policy = "default-src 'none'";
  return {
    headers: { ...headers, 'content-security-policy': policy, 'x-frame-options': undefined },
  };
}

function without(flag: string) {
  return ({ cookies }: Answered) => ({
    cookies: cookies.map((cookie) => cookie.replace(`; ${flag}`, '')),
  });
}
