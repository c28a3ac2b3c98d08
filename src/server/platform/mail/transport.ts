import { mkdir, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import type { WrittenLetter } from './letters.ts';

/** An email to send. */
interface OutgoingMail extends WrittenLetter {
  /** A unique id, from which the header `Message-ID` is made. */
  readonly id: string;
  readonly to: string;
  readonly attachment?: Attachment | undefined;
}

/** A PDF that is attached to an email. */
export interface Attachment {
  readonly fileName: string;
  readonly content: Uint8Array;
}

/** Sends emails through a mail server, or writes them to files. */
export interface Transport {
  /** Resolves when the mail server has accepted the email, or when its file is complete. */
  readonly send: (mail: OutgoingMail) => Promise<void>;
  /** Rejects if the mail server does not answer or rejects the sign-in. */
  readonly probe: () => Promise<void>;
  /** Aborts all emails and probes that are in progress. */
  readonly close: () => void;
}

/** Time-out for connecting to the mail server, and again for its greeting (ms). */
const CONNECT_LIMIT_MS = 15_000;
/** Time-out between two lines from the mail server (ms). */
const SILENCE_LIMIT_MS = 60_000;
/** Time-out for a whole probe, from the connection to the sign-in (ms). */
const PROBE_LIMIT_MS = 60_000;
/**
 * Time-out for sending one email (ms). A mail server that sends a line now and then never reaches the time-out between
 * two lines, so this time-out ends its connection.
 */
const SEND_LIMIT_MS = 240_000;

/** Loads nodemailer when the first email is sent, because it takes 13 MB of memory. */
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
  const { hostname } = new URL(url);
  const closing = new AbortController();
  const transport = atFirstUse(({ createTransport }) =>
    createTransport({
      // Codes, reports and the password never cross a network without TLS, unless the operator allows that with a
      // parameter of SMTP_URL: nodemailer lets the parameters of `url` override these options.
      requireTLS: !isLoopback(hostname),
      url,
      connectionTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      socketTimeout: SILENCE_LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      // Closes an aborted connection at once, so that it does not keep the process running.
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

/**
 * Without a mail server, writes each email to a file for the operator. The file gets its final name when it
 * is complete.
 */
function files({ dataDir, mailFrom }: Config, log: Logger): Transport {
  const folder = join(dataDir, 'mail');
  const composer = atFirstUse(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  );
  return {
    send: async (mail) => {
      const { message: bytes } = await (await composer()).sendMail(message(mail, mailFrom));
      if (!Buffer.isBuffer(bytes)) throw new Error('An email was not composed completely');
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

function message({ id, to, subject, text, html, attachment, endUrl }: OutgoingMail, from: string) {
  return {
    from,
    // An object, because nodemailer would parse a string as a list of addresses.
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(attachment && { attachments: [asFile(attachment)] }),
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...(endUrl && endHeaders(endUrl)) },
  };
}

/** With these headers, a mail program shows a button that stops the letters with one press (RFC 8058). */
function endHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
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
