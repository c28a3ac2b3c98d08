import type { QueryClient } from '@tanstack/react-query';
import type { Profile } from '../../contract/entities.ts';
import type { PageData } from '../../contract/page-data.ts';
import { KIND_NAMES } from '../../domain/unsent.ts';
import { keys } from './keys.ts';

/** How long the answers that the server has put into the page are used before they are fetched again (ms). */
export const PAGE_FRESH_MS = 10_000;

/**
 * Copies the answers that the server has written into the page (the data block) to the cache.
 *
 * @returns undefined if the page has no data block (offline, or without a database)
 */
export function takePageData(client: QueryClient): PageData | undefined {
  const block = document.querySelector('script[type="application/json"]');
  if (!block) return undefined;
  // After a log-out, the page must not contain the person's data any more.
  block.remove();
  const data = JSON.parse(block.textContent) as PageData;
  fillCache(client, data);
  return data;
}

/** Copies the answers of a page to the cache. */
export function fillCache(client: QueryClient, data: PageData): void {
  const { session, config, forms, medications, stays, helped } = data;
  client.setQueryData(keys.session, session);
  client.setQueryData(keys.config, config);
  if (session?.hasProfile) {
    const { id: ownId, imageUrl, isNewUser, hasProfile, ...profile } = session;
    client.setQueryData<Profile>(keys.profile(ownId), { ...profile, userId: ownId });
    if (stays) client.setQueryData(keys.stays(ownId), stays);
    const userId = helped?.userId ?? ownId;
    if (helped) client.setQueryData<Profile>(keys.profile(userId), helped);
    if (medications) client.setQueryData(keys.medications(userId), medications);
    for (const kind of KIND_NAMES) {
      if (kind !== 'forms' && data[kind]) {
        client.setQueryData(keys.entries(kind, userId, 'recent'), data[kind]);
      }
    }
    if (forms) {
      const history = { pages: [forms], pageParams: [undefined] };
      client.setQueryData(keys.forms(userId, 'history'), history);
    }
  }
}
