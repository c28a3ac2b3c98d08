import { startOpenIdProvider } from '../../src/server/testing/openid-provider.ts';
import { type Fault, startSheetsServer } from '../../src/server/testing/sheets/server.ts';

/** A Google in a process of its own, as the real one is: what it does takes no time from what is measured. */

const [, , redirectUri = ''] = process.argv;
const provider = await startOpenIdProvider({ redirectUris: [redirectUri] });
const sheets = await startSheetsServer(provider);
provider.accounts.set('someone', {
  name: 'Ada Lovelace',
  email: 'on@example.org',
  emailVerified: true,
});
provider.signInAs('someone');

/** Every way to fail that does not turn the spreadsheet off. */
const FAULTS: readonly Fault[] = [
  { kind: 500 },
  { kind: 429, retryAfter: '1' },
  { kind: 'cut' },
  { kind: 400 },
  { kind: 503, after: true },
  { kind: 'cut', after: true },
  { kind: 'hang' },
];
const TURN_MS = 1000;
process.on('message', () => {
  let turn = 0;
  setInterval(() => {
    sheets.always = FAULTS[turn % FAULTS.length];
    turn += 1;
  }, TURN_MS).unref();
});

process.send?.({
  GOOGLE_ISSUER: provider.issuer,
  GOOGLE_CLIENT_ID: provider.clientId,
  GOOGLE_CLIENT_SECRET: provider.clientSecret,
  GOOGLE_SHEETS_URL: sheets.url,
});
