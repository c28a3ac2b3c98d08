import { startOpenIdProvider } from '../../src/server/testing/openid-provider.ts';
import { startSheetsServer } from '../../src/server/testing/sheets/server.ts';

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
process.send?.({
  GOOGLE_ISSUER: provider.issuer,
  GOOGLE_CLIENT_ID: provider.clientId,
  GOOGLE_CLIENT_SECRET: provider.clientSecret,
  GOOGLE_SHEETS_URL: sheets.url,
});
