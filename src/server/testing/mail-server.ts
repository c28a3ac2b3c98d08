import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerError } from 'smtp-server';

/** An email as one recipient received it. An email to two recipients counts as two. */
interface Mail {
  /** The envelope recipient, whatever the header says. */
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}

/** A mail server that requires STARTTLS and a password, and stores what it receives. */
export interface MailServer {
  readonly port: number;
  /**
   * The value for SMTP_URL. The server's certificate is self-signed and expired, and the URL tells clients to
   * accept it.
   */
  readonly url: string;
  /** All accepted emails, oldest first. */
  readonly received: Mail[];
  /**
   * Returns the oldest email that no earlier call has returned, optionally of one recipient; if there is none, waits
   * for it.
   */
  nextMail(to?: string): Promise<Mail>;
  /** Sets whether the server rejects even the right password. */
  refuseLogin(refuse: boolean): void;
  /** Sets whether the server rejects every recipient permanently. */
  refuseRecipients(refuse: boolean): void;
  /**
   * Delays the greeting, or the reply to a complete email. The email counts as received only when the reply is sent.
   * The returned function ends the delay.
   */
  hold(at: Gate): () => void;
  /** Sets how long the server takes for each email (ms). */
  delay(ms: number): void;
  /** Closes all connections and frees the port. Delayed answers are never sent. */
  stop(): Promise<void>;
  /** Listens on the same port again. */
  start(): Promise<void>;
}

type Gate = 'greeting' | 'mail';

/** How long clients have to disconnect when the server stops (ms); nodemailer disconnects at once. */
const LEAVE = 1000;

export async function startMailServer({
  port = 0,
  user,
  password,
}: {
  port?: number;
  user: string;
  password: string;
}): Promise<MailServer> {
  const received: Mail[] = [];
  const unclaimed: Mail[] = [];
  const waiting: { to: string | undefined; hand: (mail: Mail) => void }[] = [];
  const refused = { login: false, recipients: false };
  const gates: Record<Gate, Promise<void>> = {
    greeting: Promise.resolve(),
    mail: Promise.resolve(),
  };
  let delayMs = 0;
  let server: SMTPServer;

  function deliver(mail: Mail): void {
    received.push(mail);
    const index = waiting.findIndex(({ to }) => to === undefined || to === mail.to);
    const [first] = index < 0 ? [] : waiting.splice(index, 1);
    if (first) first.hand(mail);
    else unclaimed.push(mail);
  }

  async function read(stream: SMTPServerDataStream): Promise<Omit<Mail, 'to' | 'from'>> {
    const raw = await buffer(stream);
    const { subject = '', text = '', html = '' } = await PostalMime.parse(raw);
    return { subject, text, html, raw: raw.toString() };
  }

  async function start(): Promise<void> {
    server = new SMTPServer({
      name: 'localhost',
      // Otherwise smtp-server warns on the console about its own certificate.
      logger: false,
      disableReverseLookup: true,
      closeTimeout: LEAVE,
      onConnect: (_session, done) => void gates.greeting.then(() => done()),
      onAuth: ({ username, password: given }, _session, done) => {
        const right = username === user && given === password && !refused.login;
        done(right ? null : smtpError(535, 'Username and password not accepted'), { user });
      },
      // The reply names the rejected recipient, as replies of real servers do.
      onRcptTo: ({ address }, _session, done) =>
        done(refused.recipients ? smtpError(550, `<${address}>: No such mailbox`) : null),
      onData: (stream, { envelope }, done) => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : '';
        read(stream).then(async (content) => {
          await gates.mail;
          await pause(delayMs);
          for (const { address: to } of rcptTo) deliver({ to, from, ...content });
          done();
        }, done);
      },
    });
    await new Promise<void>((resolve, reject) => {
      // An error before the server listens rejects this promise. Later errors have no effect: their cause is a client
      // that disconnects early, as in some tests.
      server.on('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    port = (server.server.address() as AddressInfo).port;
  }

  await start();
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return {
    port,
    url: `smtp://${credentials}@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    received,
    nextMail: async (to) => {
      const index = unclaimed.findIndex((mail) => to === undefined || to === mail.to);
      const [mail] = index < 0 ? [] : unclaimed.splice(index, 1);
      return mail ?? (await new Promise((hand) => waiting.push({ to, hand })));
    },
    refuseLogin: (refuse) => {
      refused.login = refuse;
    },
    refuseRecipients: (refuse) => {
      refused.recipients = refuse;
    },
    hold: (at) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates[at] = promise;
      return resolve;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    stop: async () => {
      gates.greeting = Promise.resolve();
      gates.mail = Promise.resolve();
      await new Promise<void>((resolve) => {
        server.close(resolve);
        for (const connection of server.connections) {
          connection.send(421, 'Server shutting down');
          connection.close();
        }
      });
    },
    start,
  };
}

function smtpError(responseCode: number, message: string): SMTPServerError {
  return Object.assign(new Error(message), { responseCode });
}
