import { expect, it } from 'vitest';
import { Browser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';

onSqlite((place) => {
  const test = testApp(place);

  it('allows only our own scripts and styles in every response', async () => {
    for (const url of ['/', '/api/auth/session', '/api/nothing']) {
      const { headers } = await new Browser(test).send({ method: 'GET', url });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none';script-src 'self';style-src 'self';");
      expect(policy).not.toContain('unsafe');
    }
  });
});
