import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../src/server/testing/free-port.ts';
import { answerOf, makeCertificate, newFolder, started } from './home.ts';

/** The proxies of the folder `deploy`, as documented, with a certificate and ports of our own. */

/** A proxy in front of the app. */
export interface Front {
  /** The address for PUBLIC_URL. */
  readonly origin: string;
  /** The certificate that a browser must trust. */
  readonly ca: string;
  /** Where the proxy writes its logs and temporary files. */
  readonly folder: string;
  readonly pid: number;
}

/** What a test changes in the text of a configuration. */
export type Change = readonly [text: string, replacement: string];

export async function startNginx(appPort: number, port: number, change?: Change): Promise<Front> {
  const folder = await newFolder();
  const { certificate, key } = await makeCertificate(folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const site = await textOf('deploy/nginx.conf', [
    ['/etc/ssl/tracker/fullchain.pem', certificate],
    ['/etc/ssl/tracker/privkey.pem', key],
    ['/var/log/nginx', folder],
    ['tracker.example.org', 'localhost'],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['listen 80', `listen 127.0.0.1:${await freePort()}`],
    ['127.0.0.1:3000', `127.0.0.1:${appPort}`],
    ...(change ? [change] : []),
  ]);
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off;${process.getuid?.() === 0 ? ' user root;' : ''} worker_processes 1; pid ${folder}/pid; error_log ${folder}/start.log;
events {}
http {
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${site}
}
`,
  );
  const { pid = 0 } = started('nginx', ['-c', config]);
  return await ready({ folder, pid, port, certificate });
}

export async function startCaddy(appPort: number, port: number, change?: Change): Promise<Front> {
  const folder = await newFolder();
  const { certificate, key } = await makeCertificate(folder);
  const options = `{\n\tadmin off\n\thttps_port ${port}\n\thttp_port ${await freePort()}\n`;
  const text = await textOf('deploy/Caddyfile', [
    ['\n{\n', `\n${options}`],
    ['\tlog {\n', `\tlog {\n\t\toutput file ${folder}/caddy.log\n`],
    ['tracker.example.org {\n', `localhost {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n`],
    ['127.0.0.1:3000', `127.0.0.1:${appPort}`],
    ...(change ? [change] : []),
  ]);
  const config = join(folder, 'Caddyfile');
  await writeFile(config, text);
  const places = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, TMPDIR: folder };
  const { pid = 0 } = started(
    'caddy',
    ['run', '--adapter', 'caddyfile', '--config', config],
    places,
  );
  return await ready({ folder, pid, port, certificate });
}

async function ready(parts: {
  readonly folder: string;
  readonly pid: number;
  readonly port: number;
  readonly certificate: string;
}): Promise<Front> {
  const { folder, pid, port, certificate } = parts;
  const origin = `https://localhost:${port}`;
  const ca = await readFile(certificate, 'utf8');
  await answerOf(`${origin}/healthz`, ca);
  return { origin, ca, folder, pid };
}

/** A file with texts replaced, each of which must occur. */
async function textOf(file: string, changes: readonly Change[]): Promise<string> {
  let text = await readFile(file, 'utf8');
  for (const [old, replacement] of changes) {
    expect(text).toContain(old);
    text = text.replaceAll(old, replacement);
  }
  return text;
}
