import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { beforeEach, expect, it } from 'vitest';
import { freshUser, testApp } from '../../testing/app.ts';
import { onSqlite } from '../../testing/databases.ts';
import { expectUnlogged, post, queuedFor, sendDue } from '../../testing/mailing.ts';
import { askForReset } from '../../testing/outbox.ts';
import { browserElsewhere } from '../../testing/places.ts';

/** Without a mail server, the app writes each email to a file. */
onSqlite((place) => {
  const test = testApp(place, { SMTP_URL: '', MAIL_FROM: 'Tracker <tracker@clinic.example.org>' });
  const folder = () => join(place().dataDir, 'mail');

  beforeEach(() => rm(folder(), { recursive: true, force: true }));

  async function sent() {
    await sendDue(test);
    const names = (await readdir(folder())).sort();
    return names.map((name) => ({ name, path: join(folder(), name) }));
  }

  it('an email is one complete file that a mail program can read', async () => {
    const user = await freshUser(test);
    const { code } = await askForReset(test, user);
    const [file, ...more] = await sent();
    expect(more).toEqual([]);
    expect(file?.name).toMatch(/^[\dTZ.-]+-[0-9a-f-]+\.eml$/);
    const mail = await PostalMime.parse(await readFile(file?.path ?? ''));
    expect(mail.subject).toBe('Your code to reset your password');
    expect(mail.from).toEqual({ name: 'Tracker', address: 'tracker@clinic.example.org' });
    expect(mail.to).toEqual([{ name: '', address: user.email }]);
    expect(mail.text).toContain(code);
    expect(mail.html).toContain(code);
    expect(await queuedFor(test, user.email)).toEqual([]);
  });

  it('only the server’s own user can read the files', async () => {
    await post(test, 'reader@example.org', { kind: 'passwordChanged' });
    const [file] = await sent();
    expect((await stat(file?.path ?? '')).mode & 0o777).toBe(0o600);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
  });

  it('each email has its own file, even if several are written at once', async () => {
    const emails = Array.from({ length: 12 }, (_, index) => `reader${index}@example.org`);
    for (const email of emails) await post(test, email, { kind: 'passwordChanged' });
    await Promise.all([sendDue(test), sendDue(test), sendDue(test)]);
    const mails = await Promise.all(
      (await sent()).map(async ({ path }) => PostalMime.parse(await readFile(path))),
    );
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(emails.sort());
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(emails.length);
  });

  it('the log names the file and contains nothing of its content', async () => {
    const user = await freshUser(test);
    const before = test.logged.length;
    const { code, challenge } = await askForReset(test, user);
    const [file] = await sent();
    expect(test.logged.slice(before)).toEqual([expect.objectContaining({ file: file?.path })]);
    expectUnlogged(test, [user.email, code, challenge], before);
  });

  it('nothing is written for an address without an account', async () => {
    const browser = browserElsewhere(test);
    await askForReset(test, { browser, email: 'nobody-has-files@example.org' });
    await post(test, 'reader@example.org', { kind: 'passwordChanged' });
    expect(await sent()).toHaveLength(1);
  });

  it('an email that could not be written is retried, is not quoted in the log, and leaves no partial file', async () => {
    const email = 'patient-reader@example.org';
    const before = test.logged.length;
    await writeFile(folder(), 'a file where the folder should be');
    await post(test, email, { kind: 'passwordChanged' });
    await sendDue(test);
    expect(await queuedFor(test, email)).toEqual([{ tries: 1, dueAt: test.now + 5000 }]);
    expectUnlogged(test, [email], before);
    await rm(folder());
    await mkdir(folder());
    test.now += 5000;
    expect(await sent()).toHaveLength(1);
    expect(await queuedFor(test, email)).toEqual([]);
  });
});
