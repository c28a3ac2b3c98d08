import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from './mail-server.ts';

describe('the mail server', () => {
  let server: MailServer;
  const MAIL = { from: 'tracker@example.org', subject: 'Grüße', text: 'Hello', html: '<p>Hello' };

  beforeAll(async () => {
    server = await startMailServer({ user: 'me@example.org', password: 'p@ss:word/ü' });
  });
  afterAll(() => server.stop());

  async function send(to: string, url = server.url) {
    return await createTransport(url).sendMail({ ...MAIL, to });
  }

  test('takes mail over TLS with a password, and hands each out once', async () => {
    const awaited = server.nextMail('grace@example.org');
    await send('ada@example.org, grace@example.org');
    const { to, from, subject, text, html, raw } = await awaited;
    expect({ to, from, subject }).toEqual({
      to: 'grace@example.org',
      from: MAIL.from,
      subject: MAIL.subject,
    });
    expect([text.trim(), html.trim()]).toEqual([MAIL.text, MAIL.html]);
    expect(raw).toContain('Content-Type: multipart/alternative');
    expect((await server.nextMail()).to).toBe('ada@example.org');
    expect(server.received).toHaveLength(2);
  });

  test('refuses mail without a password or without TLS', async () => {
    const url = new URL(server.url);
    await expect(send('a@example.org', `${url.href}&ignoreTLS=true`)).rejects.toThrow();
    url.username = '';
    url.password = '';
    await expect(send('a@example.org', url.href)).rejects.toMatchObject({ responseCode: 530 });
  });

  test('refuses a login and a recipient when told to', async () => {
    server.refuseLogin(true);
    await expect(send('a@example.org')).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
    server.refuseLogin(false);
    server.refuseRecipients(true);
    await expect(send('a@example.org')).rejects.toMatchObject({ responseCode: 550 });
    server.refuseRecipients(false);
    await send('b@example.org');
    expect((await server.nextMail()).to).toBe('b@example.org');
  });

  test.each([
    ['greeting', 'greetingTimeout'],
    ['mail', 'socketTimeout'],
  ] as const)('holds the answer to the %s back', async (gate, timeout) => {
    const release = server.hold(gate);
    let answered = false;
    const patient = send('patient@example.org').then(() => {
      answered = true;
    });
    const hasty = send('hasty@example.org', `${server.url}&${timeout}=300`);
    await expect(hasty).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(answered).toBe(false);
    release();
    await patient;
    expect((await server.nextMail('patient@example.org')).subject).toBe(MAIL.subject);
  });

  test('goes down with a client that waits, and comes back', async () => {
    const { port } = server;
    server.hold('greeting');
    const socket = connect(port, '127.0.0.1').resume();
    await once(socket, 'connect');
    await Promise.all([once(socket, 'close'), server.stop()]);
    await expect(send('d@example.org')).rejects.toThrow('ECONNREFUSED');
    await server.start();
    await send('e@example.org');
    expect((await server.nextMail('e@example.org')).subject).toBe(MAIL.subject);
    expect(server.port).toBe(port);
  });
});
