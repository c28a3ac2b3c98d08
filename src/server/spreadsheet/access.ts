import type { Logger } from 'pino';
import type { Instant } from '../../domain/zone.ts';
import type { Config } from '../config.ts';
import { accessTokenFor } from '../identity/provider-grants.ts';
import type { Database } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type Limits, type SheetsApi, SheetsError, sheetsApi } from './sheets-api.ts';

/** Everything that speaking to Google for someone takes. */
export interface SheetsDeps {
  readonly config: Config;
  readonly db: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly clock: () => Instant;
}

/**
 * Does something with someone's spreadsheets; once more, with a new token, where Google does not take the one
 * that is kept. So it must be something that can be done twice.
 *
 * @throws GrantEnded, SheetsError, what fetch throws, and what `work` does
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
    // Its time is not over, yet Google does not take it: only a new one tells whether all is over.
    return await work(apiWith(await accessTokenFor(deps, owner, { refused: accessToken })));
  }
}
