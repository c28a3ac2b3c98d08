import { z } from 'zod';
import { isOwnTable } from '../platform/db/bulk.ts';
import { isKey } from '../platform/secrets.ts';

const table = z.string().refine(isOwnTable);

/** A backup's content: what it is of, rows by table, and at the end what they come to. */
const lines = {
  first: z.object({ migrations: z.array(z.string()).min(1), secretKey: z.string().refine(isKey) }),
  rows: z.object({
    table,
    rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))).readonly(),
  }),
  last: z.object({
    sums: z.record(table, z.object({ rows: z.number(), digest: z.string() })),
  }),
};

const line = z.union([lines.first, lines.rows, lines.last]);

export type Line = z.infer<typeof line>;

/** Cuts a text into its lines and reads each. */
export async function* parseLines(text: AsyncIterable<Buffer>): AsyncIterable<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let held = '';
  for await (const bytes of text) {
    const [first = '', ...more] = decoder.decode(bytes, { stream: true }).split('\n');
    held += first;
    for (const start of more) {
      yield line.parse(JSON.parse(held));
      held = start;
    }
  }
  if (held !== '') throw new Error('The last line is not whole');
}
