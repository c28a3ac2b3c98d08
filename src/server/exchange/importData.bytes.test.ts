import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { limitImportedBytes } from '../identity/attempts.ts';
import { LIMITS } from '../limits.ts';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { formsOf } from '../testing/entries.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { importing } from '../testing/transfers.ts';

const TOO_MUCH =
  'Too much was imported from your network in the last hour. Please try again later.';
const MIB = 1_048_576;
const HOUR = 3_600_000;

onEveryDatabase((place) => {
  const { importedBytes } = LIMITS;
  const test = testApp(place, {}, { importedBytes });
  const small = testApp(place, {}, { importedBytes: { max: 1600, windowMs: HOUR } });
  const larger = testApp(place, {}, { importedBytes: { max: 4096, windowMs: HOUR } });

  it('128 MiB an hour can be uploaded from one IP address', async () => {
    const upload = async (bytes: number, ip = '10.9.0.1') => {
      await limitImportedBytes(test.context, { ip } as FastifyRequest, bytes);
    };
    await upload(64 * MIB);
    await upload(63 * MIB);
    await expect(upload(2 * MIB)).rejects.toThrow(TOO_MUCH);
    await upload(1 * MIB);
    await expect(upload(1)).rejects.toThrow(TOO_MUCH);
    await upload(64 * MIB, '10.9.0.2');
    test.now += HOUR;
    await upload(64 * MIB);
  });

  it('counts the stored bytes if they exceed the size of the file, and stores nothing beyond the limit', async () => {
    const [one, other] = [await freshUser(larger), await freshUser(larger)];
    other.browser.address = one.browser.address;
    const rows = (count: number) =>
      Array.from({ length: count }, (_, day) => `u,2026-10-1${day}T08:00,Tremor,3,`).join('\n');
    // A row of the file has about 30 bytes, but the import stores it as a form, which counts as some 360 bytes.
    expect((await importing(one, 'legacy', rows(2), true)).statusCode).toBe(200);
    expect((await importing(one, 'legacy', rows(2))).statusCode).toBe(200);
    expectRefusal(await importing(other, 'legacy', rows(10)), 429, TOO_MUCH);
    expect(await formsOf(other)).toEqual([]);
    expect((await importing(other, 'legacy', rows(2))).statusCode).toBe(200);
  });

  it('refuses a file before its body is read, whichever account sends it, and previews count too', async () => {
    const [one, other] = [await freshUser(small), await freshUser(small)];
    other.browser.address = one.browser.address;
    const fileOf = ({ userId }: { userId: string }) =>
      `${userId},2026-11-17T13:00:00Z,Tremor,3,${'x'.repeat(300)}`;
    expect((await importing(one, 'legacy', fileOf(one), true)).statusCode).toBe(200);
    expect((await importing(one, 'legacy', fileOf(one))).statusCode).toBe(200);
    expectRefusal(await importing(other, 'legacy', fileOf(other)), 429, TOO_MUCH);
    expect(await formsOf(other)).toEqual([]);
    const elsewhere = await freshUser(small);
    expect((await importing(elsewhere, 'legacy', fileOf(elsewhere))).statusCode).toBe(200);
  });
});
