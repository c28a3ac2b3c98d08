import { describe, expect, it } from 'vitest';
import { Browser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';

onSqlite((place) => {
  describe('with https', () => {
    const test = testApp(place, {
      PUBLIC_URL: 'https://tracker.example.org',
      SUPPORT_EMAIL: 'help@example.org',
    });

    it('says whom to write to', async () => {
      const file = await new Browser(test).send({
        method: 'GET',
        url: '/.well-known/security.txt',
      });
      expect(file.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(file.body).toBe(`Contact: mailto:help@example.org
Expires: 2027-05-17T17:00:00.000Z
Preferred-Languages: en
Canonical: https://tracker.example.org/.well-known/security.txt
`);
    });
  });
});
