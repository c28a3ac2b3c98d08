import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Takes a deleted entry out of all cached lists below a key at once, and fetches them again. The caller can offer Undo
 * without waiting for the fetch.
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
