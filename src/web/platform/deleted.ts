import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Removes a deleted entry at once from all cached lists whose keys begin with `queryKey`, and fetches these lists
 * again. The caller can offer Undo without waiting for the fetch.
 */
export function takeOut<Entry>(
  client: QueryClient,
  queryKey: QueryKey,
  isDeleted: (entry: Entry) => boolean,
): void {
  client.setQueriesData<Entry[]>({ queryKey }, (entries) =>
    entries?.filter((entry) => !isDeleted(entry)),
  );
  void client.invalidateQueries({ queryKey });
}
