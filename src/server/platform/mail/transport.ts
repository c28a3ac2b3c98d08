import { mkdir, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { WrittenLetter } from './letters.ts';

/** A mail on its way out. */
interface OutgoingMail extends WrittenLetter {
  /** Unlike any other's. */
  readonly id: string;
  readonly to: string;
  readonly attachment?: Attachment | undefined;
}

/** A PDF that goes along with a mail. */
export interface Attachment {
  readonly fileName: string;
  readonly content: Uint8Array;
}

/** What takes mails away. */
export interface Transport {
  /** Resolves once the mail is the receiver's. */
  readonly send: (mail: OutgoingMail) => Promise<void>;
  /** Rejects if the mail server does not answer or does not let us in. */
  readonly probe: () => Promise<void>;
  /** Cuts off what is on its way. */
  readonly close: () => void;
}

/** How long the server may keep us waiting: to connect, to greet, and between two of its lines. */
const CONNECT_LIMIT_MS = 15_000;
const SILENCE_LIMIT_MS = 60_000;
/** How long the server may take in all to let us in. */
const PROBE_LIMIT_MS = 60_000;
/** How long one mail may take in all, of a server that says a word now and then. */
const SEND_LIMIT_MS = 240_000;

/** What writes and sends mails is loaded with the first of them: it takes 13 MB. */
function atFirstUse<Mailer>(
  make: (nodemailer: typeof import('nodemailer')) => Mailer,
): () => Promise<Mailer> {
  let made: Promise<Mailer> | undefined;
  return () => {
    made ??= import('nodemailer').then(make);
    return made;
  };
}

export function makeTransport(config: Config, log: Logger): Transport {
  return config.smtpUrl ? smtp(config.smtpUrl, config.mailFrom) : files(config, log);
}

function smtp(url: string, from: string): Transport {
  const { hostname, username } = new URL(url);
  const closing = new AbortController();
  const transport = atFirstUse(({ createTransport }) =>
    createTransport({
      url,
      // A password goes over no network in the clear.
      requireTLS: username !== '' && !isLoopback(hostname),
      connectionTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      // What is cut off leaves at once, and does not keep the process from ending.
      socketCloseTimeout: 0,
    }),
  );
  return {
    send: async (mail) => {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(SEND_LIMIT_MS)]);
      await (await transport()).sendMail({ ...message(mail, from), signal });
    },
    probe: async () => {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(PROBE_LIMIT_MS)]);
      signal.throwIfAborted();
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', abort);
      try {
        await Promise.race([(await transport()).verify(), aborted.promise]);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    close: () => closing.abort(),
  };
}

/** Without a mail server each mail becomes a file, whole, for whoever runs the app to open. */
function files({ dataDir, mailFrom }: Config, log: Logger): Transport {
  const folder = join(dataDir, 'mail');
  const composer = atFirstUse(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return {
    send: async (mail) => {
      const { message: bytes } = await (await composer()).sendMail(message(mail, mailFrom));
      if (!Buffer.isBuffer(bytes)) throw new Error('A mail was not composed whole');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${mail.id}.eml`;
      const path = join(folder, name);
      await writeFile(`${path}.part`, bytes, { mode: 0o600 });
      await rename(`${path}.part`, path);
      log.info({ file: path }, 'A mail was written to a file, as no mail server is set');
    },
    probe: async () => {},
    close: () => {},
  };
}

function message({ id, to, subject, text, html, attachment }: OutgoingMail, from: string) {
  return {
    from,
    // As an object: an address is never read as a list of them.
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(attachment && { attachments: [asFile(attachment)] }),
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function asFile({ fileName, content }: Attachment) {
  return {
    filename: fileName,
    content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    contentType: 'application/pdf',
  };
}

function domainOf(from: string): string {
  return /@([^\s<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
