import { expect, it, onTestFinished } from 'vitest';
import { onSqlite, openPlace } from '../../testing/databases.ts';
import { eventually } from '../../testing/eventually.ts';
import { standInForMail } from '../../testing/mailing.ts';
import { NEW_PASSWORD } from '../../testing/outbox.ts';
import { callOver, personOver, spawnHurried, stopServerProcess } from '../../testing/process.ts';

onSqlite((place) => {
  const mailing = standInForMail();

  async function startServer(aheadMs = 0) {
    const server = await spawnHurried(place(), mailing.settings, aheadMs);
    onTestFinished(() => stopServerProcess(server));
    await server.ready;
    return server;
  }

  /** Waits until a server has started to send the only email. */
  async function oneMailIsTaken() {
    const db = await openPlace(place());
    await eventually(async () => {
      expect(await db.selectFrom('jobs').select('tries').execute()).toEqual([{ tries: 1 }]);
    });
    await db.destroy();
  }

  it('a server stops even if the mail server does not answer, and sends the email after the next start', async () => {
    const email = 'patient@example.org';
    const first = await startServer();
    await personOver(first, email);
    mailing.server.hold('mail');
    const asked = await callOver(first, 'resetPassword', { email, newPassword: NEW_PASSWORD });
    expect(asked.status).toBe(202);
    await oneMailIsTaken();
    first.child.kill('SIGTERM');
    // The mail server still does not answer when the app exits.
    expect(await first.ended).toBe(0);
    expect(first.output.stdout).toContain('Symptom Tracker has stopped\n');
    expect(first.output.stdout).not.toContain('could not be read');
    expect(first.output.stdout).not.toContain(email);
    expect(first.output.stderr).toBe('');

    // Restart the mail server, so that it discards the email that it has not accepted yet.
    await mailing.server.stop();
    await mailing.server.start();
    // The clock of the app's second process is a minute fast, so the pause after the first try is over.
    await startServer(60_000);
    expect((await mailing.server.nextMail(email)).text).toMatch(/\d{6}/);
    expect(mailing.server.received).toHaveLength(1);
  });
});
