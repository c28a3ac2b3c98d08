/** Deleting this many rows takes a few milliseconds, and people's saves wait no longer than that. */
const ROWS_AT_ONCE = 5000;

/**
 * Repeats a DELETE until it finds no more rows.
 *
 * @param deleteSome deletes at most `limit` rows
 */
export async function deleteInParts(
  deleteSome: (limit: number) => Promise<{ readonly numDeletedRows: bigint }>,
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await deleteSome(ROWS_AT_ONCE);
    if (numDeletedRows < ROWS_AT_ONCE) return;
  }
}
