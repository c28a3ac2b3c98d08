import type { Context } from '../context.ts';
import { deleteWholeAccount } from '../identity/account-deletion.ts';
import type { JoinedEntries } from '../identity/joining.ts';
import { findAccountOf } from '../identity/queries/accounts.ts';
import { CallError } from '../platform/http/fail.ts';
import type { Handler } from '../platform/jobs/table.ts';
import { exportAccount } from './export.ts';
import { runImport } from './run-import.ts';

/**
 * Handles the jobs that add the entries of one account to another, as an import of its JSON file does. The last job
 * deletes the account afterwards. If the entries cannot be added, the account stays, and the job is tried again.
 *
 * @param contextOf returns the context, which has the queue of this handler itself
 */
export function joinEntriesHandler(
  { secrets }: Pick<Context, 'secrets'>,
  contextOf: () => Context,
): Handler {
  return {
    kind: 'joinEntries',
    concurrency: 1,
    headStartMs: 1,
    async handle({ sealed }) {
      const context = contextOf();
      const { db, clock } = context;
      const { userId, ownerId, isLast } = JSON.parse(secrets.open(sealed)) as JoinedEntries;
      const owner = await findAccountOf(db, ownerId);
      if (!owner) return;
      const file = await exportAccount(db, owner, { format: 'json', now: clock() });
      // The account that goes on may have been deleted in the meantime.
      if (file && (await findAccountOf(db, userId))) {
        let content = '';
        for await (const piece of file.pieces) content += piece;
        const source = { format: 'json', content } as const;
        const request = { userId, source, dryRun: false, uploader: undefined };
        const { signal } = new AbortController();
        await runImport(context, request, { signal, onProgress: () => {} });
      }
      if (isLast) await deleteWholeAccount(context, owner);
    },
    failed: 'The entries of a joined account could not be added yet',
    faultOf: (error) => ({ reason: error instanceof CallError ? error.code : undefined }),
    unreadable: 'The entries to join could not be read',
  };
}
