import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

it('needs no settings', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    isReachable: false,
    dataDir: resolve('data'),
    databaseUrl: undefined,
    databaseWaitMs: 30_000,
    timeZone: 'America/New_York',
    signUp: 'open',
    supportEmail: 'support@example.org',
    trustProxy: [],
    smtpUrl: undefined,
    mailFrom: 'support@example.org',
    strangerLetters: 50,
    notifyHosts: [],
    oidcOnly: false,
    providers: {},
    sheetsUrl: 'https://sheets.googleapis.com',
  });
});

it('reads every setting', () => {
  expect(
    readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://tracker.example.org',
      DATA_DIR: '/var/lib/tracker',
      DATABASE_URL: 'postgres://user:secret@db.example.org:5432/tracker?sslmode=require',
      DATABASE_WAIT: '90',
      BACKUP_KEY: 'sixteen letters!',
      TIME_ZONE: 'Europe/Berlin',
      SIGN_UP: 'first',
      SUPPORT_EMAIL: 'help@clinic.example',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1',
      SMTP_URL: 'smtps://tracker:secret@mail.clinic.example',
      MAIL_FROM: 'Symptom Tracker <tracker@clinic.example>',
      STRANGER_LETTERS: '200',
      NOTIFY_HOSTS: 'Ntfy.home.arpa, 192.168.1.20:8080,[fd00::1]:8080',
      GOOGLE_CLIENT_ID: 'google-id',
      GOOGLE_CLIENT_SECRET: 'google-secret',
      GOOGLE_ISSUER: 'https://id.clinic.example',
      GOOGLE_SHEETS_URL: 'https://sheets.clinic.example/',
      FACEBOOK_CLIENT_ID: 'facebook-id',
      FACEBOOK_CLIENT_SECRET: 'facebook-secret',
      GITHUB_CLIENT_ID: 'github-id',
      GITHUB_CLIENT_SECRET: 'github-secret',
      GITHUB_URL: 'https://github.clinic.example',
      TWITTER_CLIENT_ID: 'x-id',
      TWITTER_CLIENT_SECRET: 'x-secret',
      OIDC_ISSUER: 'https://id.clinic.example/realms/staff',
      OIDC_CLIENT_ID: 'own-id',
      OIDC_CLIENT_SECRET: 'own-secret',
      OIDC_NAME: 'The Clinic',
      OIDC_CLIENT_AUTH: 'client_secret_post',
      OIDC_TRUST_EMAIL: 'true',
      OIDC_ONLY: 'true',
    }),
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    publicUrl: 'https://tracker.example.org',
    isReachable: true,
    dataDir: '/var/lib/tracker',
    databaseUrl: 'postgres://user:secret@db.example.org:5432/tracker?sslmode=require',
    databaseWaitMs: 90_000,
    backupKey: 'sixteen letters!',
    timeZone: 'Europe/Berlin',
    signUp: 'first',
    supportEmail: 'help@clinic.example',
    trustProxy: ['127.0.0.1', '10.0.0.0/8', '::1'],
    smtpUrl: 'smtps://tracker:secret@mail.clinic.example',
    mailFrom: 'Symptom Tracker <tracker@clinic.example>',
    strangerLetters: 200,
    notifyHosts: ['ntfy.home.arpa', '192.168.1.20:8080', '[fd00::1]:8080'],
    sheetsUrl: 'https://sheets.clinic.example',
    oidcName: 'The Clinic',
    oidcOnly: true,
    providers: {
      oidc: {
        clientId: 'own-id',
        clientSecret: 'own-secret',
        url: 'https://id.clinic.example/realms/staff',
        clientAuth: 'client_secret_post',
        trustsEmail: true,
      },
      google: {
        clientId: 'google-id',
        clientSecret: 'google-secret',
        url: 'https://id.clinic.example',
      },
      facebook: { clientId: 'facebook-id', clientSecret: 'facebook-secret', url: undefined },
      github: {
        clientId: 'github-id',
        clientSecret: 'github-secret',
        url: 'https://github.clinic.example',
      },
      twitter: { clientId: 'x-id', clientSecret: 'x-secret', url: undefined },
    },
  });
});

it('treats an empty value as missing', () => {
  const empty = {
    PORT: '',
    HOST: '',
    PUBLIC_URL: '',
    DATA_DIR: '',
    DATABASE_URL: '',
    TIME_ZONE: '',
    SIGN_UP: '',
    SUPPORT_EMAIL: '',
  };
  expect(readConfig(empty)).toEqual(readConfig({}));
});

it('ignores other variables', () => {
  expect(readConfig({ PATH: '/usr/bin', port: '1', NODE_ENV: 'test' })).toEqual(readConfig({}));
});

it('uses localhost and the port if no public URL is set', () => {
  expect(readConfig({ PORT: '3001' }).publicUrl).toBe('http://localhost:3001');
});

it.each([
  ['https://tracker.example.org/', 'https://tracker.example.org'],
  ['https://Tracker.Example.org:443', 'https://tracker.example.org'],
  ['http://192.168.1.20:3000', 'http://192.168.1.20:3000'],
])('reads %s as the origin %s', (given, origin) => {
  expect(readConfig({ PUBLIC_URL: given }).publicUrl).toBe(origin);
});

it('resolves a folder against the working directory', () => {
  expect(readConfig({ DATA_DIR: './here' }).dataDir).toBe(resolve('here'));
});

it.each([
  'postgres://localhost/tracker',
  'postgresql://localhost/tracker',
  'postgres://localhost/tracker?prepare=false&sslmode=require',
])('accepts %s', (url) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

it.each(['1', '65535'])('accepts the port %s', (port) => {
  expect(readConfig({ PORT: port }).port).toBe(Number(port));
});

it.each([
  ['PORT', '0', 'must be a port number from 1 to 65535'],
  ['PORT', '65536', 'must be a port number from 1 to 65535'],
  ['PORT', '-1', 'must be a port number from 1 to 65535'],
  ['PORT', 'http', 'must be a port number from 1 to 65535'],
  ['PORT', '80.5', 'must be a port number from 1 to 65535'],
  ['PORT', '0x50', 'must be a port number from 1 to 65535'],
  ['PORT', ' ', 'must be a port number from 1 to 65535'],
  ['PUBLIC_URL', 'tracker', 'must be an address such as https://tracker.example.org'],
  ['PUBLIC_URL', 'ftp://tracker', 'must be an address such as https://tracker.example.org'],
  ['PUBLIC_URL', 'https://example.org/tracker', 'must have no path'],
  ['PUBLIC_URL', 'https://user:secret@example.org', 'must have no path'],
  ['PUBLIC_URL', 'https://example.org/?a=b', 'must have no path'],
  ['PUBLIC_URL', 'https://example.org/#top', 'must have no path'],
  ['DATABASE_URL', 'mysql://localhost/tracker', 'must begin with postgres://'],
  ['DATABASE_URL', 'tracker.db', 'must begin with postgres://'],
  ['DATABASE_URL', 'postgres://localhost/tracker?prepare=no', 'may set prepare only to false'],
  ['TIME_ZONE', 'America/Atlantis', 'must be a time zone such as America/New_York'],
  ['TIME_ZONE', 'noon', 'must be a time zone such as America/New_York'],
  ['SIGN_UP', 'never', 'must be open, closed or first'],
  ['SIGN_UP', 'Open', 'must be open, closed or first'],
  ['SUPPORT_EMAIL', 'help', 'must be an email address'],
  ['TRUST_PROXY', 'proxy', 'must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8'],
  ['TRUST_PROXY', '10.0.0.0/33', 'must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8'],
  ['TRUST_PROXY', '10.0.0.1,', 'must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8'],
  ['TRUST_PROXY', 'true', 'must be addresses or ranges, such as 127.0.0.1,10.0.0.0/8'],
  ['SMTP_URL', 'mail.example.org', 'must begin with smtp:// or smtps://'],
  ['SMTP_URL', 'https://mail.example.org', 'must begin with smtp:// or smtps://'],
  [
    'MAIL_FROM',
    'Symptom Tracker',
    'must be an email address, or a name and an address: Symptom Tracker <tracker@example.org>',
  ],
  ['GOOGLE_CLIENT_ID', 'id', 'needs GOOGLE_CLIENT_SECRET, which is missing'],
  ['GITHUB_CLIENT_SECRET', 's', 'needs GITHUB_CLIENT_ID, which is missing'],
  ['PUSH_ORIGIN', 'push', 'must be an address such as http://localhost:4000'],
  [
    'NOTIFY_HOSTS',
    'https://ntfy.home.arpa',
    'must be hosts, such as ntfy.home.arpa,192.168.1.20:8080',
  ],
  ['OIDC_ONLY', 'yes', 'must be true or false'],
  ['OIDC_ONLY', 'true', 'needs OIDC_ISSUER and OIDC_CLIENT_ID'],
  ['OIDC_ISSUER', 'https://id.example.org', 'needs OIDC_CLIENT_ID, which is missing'],
  ['GOOGLE_ISSUER', 'google', 'must be an address such as https://id.example.org'],
])('refuses %s=%s', (name, value, rule) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new ConfigError(`These settings need a change:\n  ${name} ${rule}`),
  );
});

it('needs no secret of a public client, and calls the provider by its host', () => {
  const { providers, oidcName } = readConfig({
    OIDC_ISSUER: 'https://id.clinic.example/realms/staff',
    OIDC_CLIENT_ID: 'own-id',
    OIDC_CLIENT_AUTH: 'none',
  });
  expect(providers.oidc).toMatchObject({
    clientSecret: '',
    clientAuth: 'none',
    trustsEmail: false,
  });
  expect(oidcName).toBe('id.clinic.example');
});

it('reads PUSH_ORIGIN, and rejects it with an https PUBLIC_URL', () => {
  const PUSH_ORIGIN = 'http://localhost:4000/';
  expect(readConfig({ PUSH_ORIGIN }).pushOrigin).toBe('http://localhost:4000');
  expect(() => readConfig({ PUSH_ORIGIN, PUBLIC_URL: 'https://tracker.example.org' })).toThrow(
    new ConfigError(
      'These settings need a change:\n  PUSH_ORIGIN is for tests, and cannot be set with an https PUBLIC_URL',
    ),
  );
});

it('lists every fault at once', () => {
  expect(() =>
    readConfig({
      PORT: 'http',
      PUBLIC_URL: 'tracker',
      TIME_ZONE: 'noon',
      SIGN_UP: 'never',
      HOST: '0.0.0.0',
    }),
  ).toThrow(
    new ConfigError(
      [
        'These settings need a change:',
        '  PORT must be a port number from 1 to 65535',
        '  PUBLIC_URL must be an address such as https://tracker.example.org',
        '  TIME_ZONE must be a time zone such as America/New_York',
        '  SIGN_UP must be open, closed or first',
      ].join('\n'),
    ),
  );
});

it('does not repeat a value in the message, because a URL may contain a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://user:planted@localhost/tracker' })).toThrow(
    /^(?!.*planted)/s,
  );
});

const TO = { BACKUP_TO: '/mnt/usb', BACKUP_KEY: 'sixteen letters!' };

it('makes copies every 24 hours and keeps 14, unless it is told otherwise', () => {
  expect(readConfig(TO).copies).toEqual({ folder: '/mnt/usb', everyMs: 86_400_000, keep: 14 });
  expect(readConfig({ ...TO, BACKUP_EVERY: '90m', BACKUP_KEEP: '30' }).copies).toEqual({
    folder: '/mnt/usb',
    everyMs: 5_400_000,
    keep: 30,
  });
});

it.each<[Record<string, string>, string]>([
  [{ BACKUP_TO: '/mnt/usb' }, 'BACKUP_TO needs BACKUP_KEY, which is missing'],
  [
    { ...TO, BACKUP_KEY: 'a long passphrase' },
    'BACKUP_KEY must be your own: npm run backup-key makes one',
  ],
  [{ BACKUP_EVERY: '24h' }, 'BACKUP_EVERY needs BACKUP_TO, which is missing'],
  [{ ...TO, BACKUP_EVERY: 'daily' }, 'BACKUP_EVERY must be a time such as 90m, 24h or 7d'],
  [{ ...TO, BACKUP_EVERY: '5m' }, 'BACKUP_EVERY must be at least 10m'],
  [{ ...TO, BACKUP_KEEP: '1' }, 'BACKUP_KEEP must be a number of copies from 2 to 999'],
  [{ ...TO, DATA_DIR: '/mnt/usb' }, 'BACKUP_TO must be outside DATA_DIR, best on another disk'],
  [{ ...TO, DATABASE_URL: 'postgres://localhost/a' }, 'pg_dump --format=custom'],
])('refuses copies that could not be made or used: %j', (settings, message) => {
  expect(() => readConfig(settings)).toThrow(message);
});
