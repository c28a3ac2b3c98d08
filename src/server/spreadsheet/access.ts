import type { Logger } from 'pino';
import type { Instant } from '../../domain/zone.ts';
import type { Config } from '../config.ts';
import { accessTokenFor } from '../identity/provider-grants.ts';
import type { Database } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type Limits, type SheetsApi, SheetsError, sheetsApi } from './sheets-api.ts';

/** Dependencies of all work with Google Sheets. */
export interface SheetsDeps {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly clock: () => Instant;
}

/**
 * Runs work on a user's spreadsheets, and repeats it once with a new token if Google rejects the stored one.
 * `work` must therefore be idempotent.
 *
 * @throws GrantEnded, SheetsError, and the errors of fetch and of `work`
 */
export async function withSheets<Result>(
  deps: SheetsDeps,
  userId: string,
  limits: Limits,
  work: (api: SheetsApi) => Promise<Result>,
): Promise<Result> {
  const { config, clock } = deps;
  const owner = { userId, provider: 'google' } as const;
  const apiWith = (accessToken: string) =>
    sheetsApi({ url: config.sheetsUrl, accessToken, limits, clock });
  const accessToken = await accessTokenFor(deps, owner);
  try {
    return await work(apiWith(accessToken));
  } catch (error) {
    if (!(error instanceof SheetsError) || error.status !== 401) throw error;
    // Google may reject a token that has not expired; only a new one shows whether the grant has ended.
    return await work(apiWith(await accessTokenFor(deps, owner, { refused: accessToken })));
  }
}
