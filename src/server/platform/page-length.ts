/** The most characters of people's text in an answer that lists entries. At least one entry is listed. */
export const MOST_TEXT = 524_288;
/** What an entry counts besides its text: about the length of its other fields in JSON. */
const ENTRY_LENGTH = 300;

/** The entries that one answer lists. */
export interface Listed<Entry> {
  readonly entries: readonly Entry[];
  /** Whether the text ended the list before its limit. */
  readonly isCut: boolean;
}

/**
 * Takes entries from pages up to a number of entries and an amount of text, and reads no page that it does not need.
 *
 * @param lengthOf the characters of an entry's text
 */
export async function listWithin<Entry>(
  pages: AsyncIterable<readonly Entry[]> | Iterable<readonly Entry[]>,
  lengthOf: (entry: Entry) => number,
  limit = Number.POSITIVE_INFINITY,
): Promise<Listed<Entry>> {
  const entries: Entry[] = [];
  let length = 0;
  for await (const page of pages) {
    for (const entry of page) {
      length += ENTRY_LENGTH + lengthOf(entry);
      if (length > MOST_TEXT && entries.length > 0) return { entries, isCut: true };
      entries.push(entry);
      if (entries.length === limit) return { entries, isCut: false };
    }
  }
  return { entries, isCut: false };
}
