/** An entry of a list that the server may end early, because its text is long. */
interface Listed {
  /** On the last entry of a list that was ended early: the cursor of the rest. */
  readonly next?: string | undefined;
}

/**
 * Fetches all entries of a list, page by page.
 *
 * @param fetchPage fetches the entries after a cursor
 * @param nextOf returns the cursor of the next page, after a page that the server has not ended early
 */
export async function allPages<Entry extends Listed>(
  fetchPage: (cursor: string | undefined) => Promise<readonly Entry[]>,
  nextOf: (page: readonly Entry[]) => string | undefined = () => undefined,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    entries.push(...page);
    cursor = page.at(-1)?.next ?? nextOf(page);
  } while (cursor !== undefined);
  return entries;
}
