import { createTransport } from 'nodemailer';
import { expect, it, onTestFinished } from 'vitest';
import { startMailServer } from './mail-server.ts';

/** The fake mail server answers with the SMTP status codes of a real one. */

async function startedServer() {
  const server = await startMailServer({ user: 'me@example.org', password: 'p@ss:word/ü' });
  onTestFinished(() => server.stop());
  const mail = { from: 'tracker@example.org', to: 'ada@example.org', subject: 'Hi', text: 'Hi' };
  return { server, send: (url = server.url) => createTransport(url).sendMail(mail) };
}

it('rejects mail without TLS or without a password with 530', async () => {
  const { server, send } = await startedServer();
  const url = new URL(server.url);
  await expect(send(`${url.href}&ignoreTLS=true`)).rejects.toThrow();
  url.username = '';
  url.password = '';
  await expect(send(url.href)).rejects.toMatchObject({ responseCode: 530 });
  expect(server.received).toEqual([]);
});

it('rejects a wrong password with 535 and a recipient with 550', async () => {
  const { server, send } = await startedServer();
  server.refuseLogin(true);
  await expect(send()).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
  server.refuseLogin(false);
  server.refuseRecipients(true);
  await expect(send()).rejects.toMatchObject({ responseCode: 550 });
  server.refuseRecipients(false);
  await send();
  expect(await server.nextMail()).toMatchObject({ to: 'ada@example.org', subject: 'Hi' });
});
