import { DAY_MS } from '../domain/zone.ts';
import { copiesIn, lastCopy } from './backup/copies-folder.ts';
import { BACKUP_DUE_DAYS, lastBackupAt } from './backup/last-backup.ts';
import { isTooOld } from './backup/make-copy.ts';
import type { Config } from './config.ts';
import { freeSpace } from './free-space.ts';
import { makeLog } from './log.ts';
import { makeTransport } from './platform/mail/transport.ts';
import { VERSION } from './version.ts';

/** What one check found, as a line for the operator. */
export interface Finding {
  readonly what: string;
  readonly isWrong: boolean;
  readonly line: string;
}

/** A push service of browsers. Its answer also tells the time. */
const PUSH_SERVICE = 'https://fcm.googleapis.com/';
const PATIENCE_MS = 10_000;
const CLOCK_MAY_DIFFER_MS = 60_000;
const HOUR_MS = 3_600_000;
const NODE = 26;

type Line = readonly [isWrong: boolean, line: string];

/** Checks a running installation from its machine, and changes nothing. */
export async function examine(
  config: Config,
  {
    now = Date.now(),
    pushService = PUSH_SERVICE,
    node = process.versions.node,
    spaceOf = freeSpace,
  } = {},
): Promise<Finding[]> {
  const outside = await ask(pushService);
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host;
  const direct = await ask(
    `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/healthz`,
  );
  const lines: Record<string, Line> = {
    app: appLine(direct),
    address: addressLine(config.publicUrl, await ask(`${config.publicUrl}/healthz`)),
    proxy: proxyLine(config, direct),
    clock: clockLine(outside, now),
    mail: await mailLine(config),
    push: outside
      ? [false, 'The push services of browsers can be reached.']
      : [
          true,
          'The push services of browsers cannot be reached. Reminders will not arrive. Check the firewall and the DNS.',
        ],
    disk: await diskLine(config, spaceOf),
    copies: await copiesLine(config, now),
    versions: versionLine(node),
  };
  return Object.entries(lines).map(([what, [isWrong, line]]) => ({ what, isWrong, line }));
}

interface Answer {
  readonly status: number;
  readonly date: number;
  readonly hint?: string | undefined;
  readonly version?: string | undefined;
  readonly isApp: boolean;
}

/** Undefined if nothing answers, or if the certificate is not trusted. */
async function ask(url: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const body: { status?: unknown; hint?: string; version?: string } = text.startsWith('{')
      ? JSON.parse(text)
      : {};
    const date = Date.parse(response.headers.get('date') ?? '');
    return {
      status: response.status,
      date,
      hint: body.hint,
      version: body.version,
      isApp: body.status === 'ok',
    };
  } catch {
    return undefined;
  }
}

function appLine(direct: Answer | undefined): Line {
  if (direct?.isApp && direct.version !== VERSION) {
    return [
      true,
      `The app that runs is version ${direct.version ?? 'unknown'}, but ${VERSION} is installed. Start it again.`,
    ];
  }
  if (direct?.isApp) return [false, `Version ${VERSION} runs, and its database answers.`];
  if (!direct)
    return [true, 'The app does not answer. Is it running, and are PORT and HOST right?'];
  return [
    true,
    `The app answers with ${direct.status}. Its log says what is wrong with the database.`,
  ];
}

function addressLine(publicUrl: string, answer: Answer | undefined): Line {
  if (answer?.isApp) return [false, `${publicUrl} leads to the app.`];
  const why = answer
    ? `it answers with ${answer.status}`
    : 'nothing answers, or its certificate is not trusted';
  return [
    true,
    `${publicUrl} does not lead to the app: ${why}. Check PUBLIC_URL, the DNS and the proxy.`,
  ];
}

function proxyLine({ publicUrl, trustProxy }: Config, direct: Answer | undefined): Line {
  if (direct?.hint) return [true, `${direct.hint}.`];
  if (publicUrl.startsWith('https:') && trustProxy.length === 0) {
    return [
      true,
      'TRUST_PROXY is not set. Set it to the address of your proxy: until then all people count as one.',
    ];
  }
  return [
    false,
    trustProxy.length > 0 ? `Trusted: ${trustProxy.join(', ')}.` : 'No proxy is needed.',
  ];
}

function clockLine(outside: Answer | undefined, now: number): Line {
  if (!outside || Number.isNaN(outside.date)) {
    return [true, 'The clock could not be compared, because the internet does not answer.'];
  }
  const seconds = Math.round((now - outside.date) / 1000);
  if (Math.abs(seconds) * 1000 <= CLOCK_MAY_DIFFER_MS) return [false, 'The clock is right.'];
  const how = seconds > 0 ? 'ahead' : 'behind';
  return [true, `The clock is ${Math.abs(seconds)} seconds ${how}. Turn on a time server.`];
}

async function mailLine(config: Config): Promise<Line> {
  if (!config.smtpUrl) {
    return [false, 'No mail server: letters are files in DATA_DIR/mail, and nobody gets them.'];
  }
  const transport = makeTransport(config, makeLog('silent'));
  try {
    await transport.probe();
    return [false, 'The mail server answers and accepts the sign-in.'];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return [true, `The mail server does not answer or refuses the sign-in${code}. Check SMTP_URL.`];
  } finally {
    transport.close();
  }
}

async function diskLine({ dataDir }: Config, spaceOf: typeof freeSpace): Promise<Line> {
  const disk = await spaceOf(dataDir).catch(() => undefined);
  if (!disk) return [true, `DATA_DIR cannot be read: ${dataDir}`];
  const { freePercent, isNearlyFull } = disk;
  return [
    isNearlyFull,
    `${freePercent} % of the disk is free.${isNearlyFull ? ' Make space.' : ''}`,
  ];
}

async function copiesLine({ copies, dataDir, databaseUrl }: Config, now: number): Promise<Line> {
  if (databaseUrl)
    return [false, 'PostgreSQL has backups of its own, which the app does not know.'];
  if (!copies) {
    const last = await lastBackupAt(dataDir);
    const isOld = last === undefined || now - last > BACKUP_DUE_DAYS * DAY_MS;
    return isOld
      ? [true, 'There is no copy of the last seven days. Set BACKUP_TO and BACKUP_KEY.']
      : [false, `The last backup is ${hours(now - last)} hours old.`];
  }
  const last = lastCopy(dataDir);
  const age = last
    ? `The last good copy is ${hours(now - last.madeAt)} hours old`
    : 'There is no copy yet';
  try {
    const count = copiesIn(copies.folder).length;
    const isLate = !last || count === 0 || isTooOld(last.madeAt, copies.everyMs, now);
    return [
      isLate,
      `${age}, and ${copies.folder} has ${count}.${isLate ? ' The log says why.' : ''}`,
    ];
  } catch {
    return [true, `${age}, and ${copies.folder} cannot be read. Is its disk mounted?`];
  }
}

function hours(ms: number): number {
  return Math.floor(ms / HOUR_MS);
}

function versionLine(node: string): Line {
  return Number.parseInt(node, 10) >= NODE
    ? [false, `Node ${node}.`]
    : [
        true,
        `Node ${node} is too old: the app needs Node ${NODE}. Run it with npm, which brings that.`,
      ];
}
