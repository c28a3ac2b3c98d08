import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerError } from 'smtp-server';

/** A mail as one recipient got it. A mail to two people is two of these. */
interface Mail {
  /** The address it was delivered to, whatever its header says. */
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly raw: string;
}

/** A mail server that demands STARTTLS and a password, and keeps what it gets. */
export interface MailServer {
  readonly port: number;
  /** What SMTP_URL is set to; its certificate is self-signed and out of date, and the URL says to take it. */
  readonly url: string;
  /** All that was accepted, oldest first. */
  readonly received: Mail[];
  /** The oldest mail, or the oldest to an address, that was not handed out yet; waits for one. */
  nextMail(to?: string): Promise<Mail>;
  /** Whether the right password is refused too. */
  refuseLogin(refuse: boolean): void;
  /** Whether every recipient is refused, for good. */
  refuseRecipients(refuse: boolean): void;
  /**
   * Keeps clients waiting for the greeting, or for the answer to a whole mail, which counts as received
   * only then. Call what it returns to let them go on.
   */
  hold(at: Gate): () => void;
  /** Ends all connections and frees the port. What it holds back is never answered. */
  stop(): Promise<void>;
  /** Listens on the same port again. */
  start(): Promise<void>;
}

type Gate = 'greeting' | 'mail';

/** How long a client has to leave when the server stops, in milliseconds; nodemailer leaves at once. */
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
      // Without it, it tells the console that its own certificate protects nothing.
      logger: false,
      disableReverseLookup: true,
      closeTimeout: LEAVE,
      onConnect: (_session, done) => void gates.greeting.then(() => done()),
      onAuth: ({ username, password: given }, _session, done) => {
        const right = username === user && given === password && !refused.login;
        done(right ? null : smtpError(535, 'Username and password not accepted'), { user });
      },
      // As real servers do, it names whom it refuses.
      onRcptTo: ({ address }, _session, done) =>
        done(refused.recipients ? smtpError(550, `<${address}>: No such mailbox`) : null),
      onData: (stream, { envelope }, done) => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : '';
        read(stream).then(async (content) => {
          await gates.mail;
          for (const { address: to } of rcptTo) deliver({ to, from, ...content });
          done();
        }, done);
      },
    });
    await new Promise<void>((resolve, reject) => {
      // Later errors are of clients that leave in the middle, as tests have them do.
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
