import { expect, it } from 'vitest';
import { Browser, testApp } from '../../src/server/testing/app.ts';
import { onSqlite } from '../../src/server/testing/databases.ts';
import { tell } from './figures.ts';

/**
 * The rules of MDN's HTTP Observatory, transcribed. Its package fetches lists from the net when it is installed, and
 * takes PostgreSQL's C library; version 1.4.8 of its rules gave these headers the same, 130 and A+ (2026-11-21).
 */
const BASE = 100;
const AIM = 130;

onSqlite((place) => {
  const test = testApp(place, { PUBLIC_URL: 'https://tracker.example.org' });

  it('headers by the rules of the HTTP Observatory', async (context) => {
    const { headers } = await new Browser(test).send({ method: 'GET', url: '/' });
    const policy = new Map(
      String(headers['content-security-policy'])
        .split(';')
        .map((directive) => directive.trim().split(/\s+/))
        .map(([name = '', ...sources]) => [name, sources] as const),
    );
    const scripts = policy.get('script-src') ?? policy.get('default-src') ?? [];
    const styles = policy.get('style-src') ?? policy.get('default-src') ?? [];
    for (const source of [...scripts, ...styles]) {
      expect(source).toMatch(/^'(self|none|sha256-[A-Za-z0-9+/]{43}=)'$/);
    }
    expect(
      Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1]),
    ).toBeGreaterThanOrEqual(15_768_000);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    // What is more than is asked for is rewarded: a policy that allows nothing by default and no inline style
    // (10), no framing by it (5), a referrer policy (5), a resource policy (10), cookies that are strict (5).
    const rewards = [
      [policy.get('default-src')?.join() === "'none'" && !styles.includes("'unsafe-inline'"), 10],
      [policy.get('default-src')?.join() !== "'none'" && !styles.includes("'unsafe-inline'"), 5],
      [
        policy.get('frame-ancestors')?.join() === "'none'" ||
          policy.get('frame-ancestors')?.join() === "'self'",
        5,
      ],
      [/^(no-referrer|same-origin|strict-origin)/.test(String(headers['referrer-policy'])), 5],
      [['same-origin', 'same-site'].includes(String(headers['cross-origin-resource-policy'])), 10],
    ] as const;
    const score = rewards.reduce((sum, [isEarned, points]) => sum + (isEarned ? points : 0), BASE);
    tell(context, `${score}, ${score >= BASE ? 'A+' : 'less than A+'}`);
    expect(score).toBeGreaterThanOrEqual(AIM);
  });
});
