import { expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { Browser, freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  /** The log lines about refused requests that `work` causes. */
  async function logged(work: () => Promise<unknown>) {
    const before = test.logged.length;
    await work();
    return test.logged.slice(before).filter(({ msg }) => msg === 'A request was refused');
  }

  it('logs a wrong password with a hash of the IP address, and without the email address', async () => {
    const browser = new Browser(test);
    browser.address = '203.0.113.77';
    const guess = { email: 'guessed@example.org', password: 'guessed 1' };
    const [line, ...more] = await logged(() => browser.call('signIn', guess));
    expect(line).toMatchObject({ level: 30, code: 'wrongCredentials', route: '/api/auth/signIn' });
    expect(line?.from).toMatch(/^[0-9a-f]{16}$/);
    expect(more).toEqual([]);
    expect(JSON.stringify(line)).not.toMatch(/203\.0\.113\.77|guessed/);

    const [again] = await logged(() => browser.call('signIn', guess));
    expect(again?.from).toBe(line?.from);
    browser.address = '203.0.113.78';
    const [elsewhere] = await logged(() => browser.call('signIn', guess));
    expect(elsewhere?.from).not.toBe(line?.from);
  });

  it('logs every other attempt to bypass a check or a limit', async () => {
    const [user, other] = [await freshUser(test), await freshUser(test)];
    const { browser, userId } = user;
    const tries = [
      ['userNotFound', () => browser.call('getUserProfile', { userId: other.userId })],
      ['wrongPassword', () => browser.call('deleteAccount', { userId, password: 'guessed 1' })],
      ['badRequest', () => browser.call('saveSymptomForm', { userId, formData: 1 })],
      ['notJson', () => browser.send(posted('{'))],
      ['tooLarge', () => browser.send(posted(`"${'x'.repeat(1_100_000)}"`))],
      ['crossSite', () => browser.send(posted('{}', { origin: 'https://elsewhere.example' }))],
    ] as const;
    for (const [code, attempt] of tries) {
      expect(await logged(attempt), code).toEqual([expect.objectContaining({ code })]);
    }
    const guess = () =>
      new Browser(test).call('signIn', { email: 'many@example.org', password: 'x' });
    for (let time = 1; time <= 10; time += 1) await guess();
    expect(await logged(guess)).toEqual([expect.objectContaining({ code: 'tooManyAttempts' })]);
  });

  it('logs neither successful calls nor browsers without a session', async () => {
    const user = await freshUser(test);
    const { email, password } = user;
    const nobody = new Browser(test);
    expect(await logged(() => user.browser.call('signIn', { email, password }))).toEqual([]);
    expect(await logged(() => nobody.call('getSession'))).toEqual([]);
  });
});

function posted(payload: string, headers: Record<string, string> = {}) {
  return {
    method: 'POST',
    url: calls.clearNewUser.path,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  } as const;
}
