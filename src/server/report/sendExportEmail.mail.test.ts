import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { beforeEach, expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { expectUnlogged, queuedFor, sendDue } from '../testing/mailing.ts';
import { lettersTo, NEW_PASSWORD } from '../testing/outbox.ts';
import { readPdf } from '../testing/pdf-reader.ts';
import { browserElsewhere } from '../testing/places.ts';
import { expectRefusal } from '../testing/refusals.ts';

const RATING = { slot: 1, name: 'Tremor', severity: 3 };

onEveryDatabase((place) => {
  const test = testApp(place, { SMTP_URL: '' });
  const folder = () => join(place().dataDir, 'mail');

  beforeEach(() => rm(folder(), { recursive: true, force: true }));

  async function prove({ userId }: TestUser, proven = 1) {
    await test.context.db
      .updateTable('accounts')
      .set({ email_proven: proven })
      .where('user_id', '=', userId)
      .execute();
  }

  async function provenUser(): Promise<TestUser> {
    const user = await freshUser(test, ['Tremor']);
    await savedForm(user, { symptom1: { name: 'Tremor', severity: 4, notes: 'After coffee' } });
    await prove(user);
    return user;
  }

  async function ask({ browser, userId, email }: TestUser, extent?: 'summary') {
    const from = '2026-11-10T05:00:00Z';
    const input = { userId, email, method: 'email', from, ...(extent && { extent }) };
    return await browser.call('sendExportEmail', input);
  }

  async function mailsSent() {
    await sendDue(test);
    const names = await readdir(folder()).catch(() => []);
    return await Promise.all(
      names.map(async (name) => PostalMime.parse(await readFile(join(folder(), name)))),
    );
  }

  it('sends the PDF to the account’s own address', async () => {
    const user = await provenUser();
    const response = await ask(user);
    expect(response.json()).toEqual({ success: true });
    const [mail, ...more] = await mailsSent();
    expect(more).toEqual([]);
    expect(mail?.to).toEqual([{ name: '', address: user.email }]);
    expect(mail?.subject).toBe('Your symptom report');
    expect(mail?.text).toContain('November 10, 2026 to November 18, 2026');
    const [attachment] = mail?.attachments ?? [];
    expect(attachment).toMatchObject({
      filename: 'Symptom Report Grace Hopper 2026-11-18.pdf',
      mimeType: 'application/pdf',
    });
    const { text } = await readPdf(new Uint8Array(attachment?.content as ArrayBuffer));
    expect(text).toContain('Tremor: After coffee');
    expect(await queuedFor(test, user.email)).toEqual([]);
    expectUnlogged(test, ['After coffee', user.email]);
  });

  it('refuses a PDF that would be too large to email', async () => {
    const user = await provenUser();
    // As much text as thousands of forms have.
    await test.context.db
      .updateTable('entries')
      .set({ fields: JSON.stringify({ ratings: [{ ...RATING, notes: 'x'.repeat(2_700_000) }] }) })
      .where('user_id', '=', user.userId)
      .execute();
    const rule = 'This PDF is too large to email. Download it, or choose a shorter period.';
    expectRefusal(await ask(user), 400, rule);
    expect(await queuedFor(test, user.email)).toEqual([]);
  });

  it('stores only the period of the report until the mail is sent', async () => {
    const user = await provenUser();
    await ask(user);
    expect(await lettersTo(test, user.email)).toEqual([
      {
        kind: 'report',
        userId: user.userId,
        from: Date.parse('2026-11-10T05:00:00Z'),
        to: Date.parse('2026-11-19T05:00:00Z'),
        paper: 'Letter',
        days: 'November 10, 2026 to November 18, 2026',
      },
    ]);
    await mailsSent();
  });

  it('sends a summary if that was chosen', async () => {
    await ask(await provenUser(), 'summary');
    const [attachment] = (await mailsSent())[0]?.attachments ?? [];
    const { text } = await readPdf(new Uint8Array(attachment?.content as ArrayBuffer));
    expect(text).toContain('By time of day, and over time');
    expect(text).not.toContain('After coffee');
  });

  it('refuses an unproven address', async () => {
    const user = await freshUser(test);
    expectRefusal(
      await ask(user),
      403,
      'Please confirm your email address first, in Settings. Then we can send emails to it.',
    );
    expect(await queuedFor(test, user.email)).toEqual([]);
  });

  it('sends nothing if the address was changed or is no longer proven, or the account deleted', async () => {
    const [moved, unproven, gone] = [await provenUser(), await provenUser(), await provenUser()];
    for (const user of [moved, unproven, gone]) await ask(user);
    await test.context.db
      .updateTable('accounts')
      .set({ email: `moved-${moved.email}` })
      .where('user_id', '=', moved.userId)
      .execute();
    await prove(unproven, 0);
    const { browser, userId, password } = gone;
    await browser.call('deleteAccount', { userId, password });
    expect(await mailsSent()).toEqual([]);
    for (const { email } of [moved, unproven, gone]) {
      expect(await queuedFor(test, email)).toEqual([]);
    }
  });

  it('can be requested five times an hour, independently of the limit for emailed codes', async () => {
    const user = await provenUser();
    const { email } = user;
    const askForCode = async () => {
      const input = { email, newPassword: NEW_PASSWORD };
      return (await browserElsewhere(test).call('resetPassword', input)).statusCode;
    };
    for (let tried = 0; tried < 4; tried += 1) expect((await ask(user)).statusCode).toBe(200);
    for (let tried = 0; tried < 5; tried += 1) expect(await askForCode()).toBe(202);
    expect(await askForCode()).toBe(429);
    expect((await ask(user)).statusCode).toBe(200);
    expectRefusal(await ask(user), 429, 'Too many attempts. Please try again later.');
    await test.context.db.deleteFrom('jobs').execute();
  });
});
