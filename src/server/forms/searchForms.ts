import { isPerson } from '../identity/authors.ts';
import { onClosed } from '../platform/http/closing.ts';
import { fail } from '../platform/http/fail.ts';
import { route } from '../platform/http/route.ts';
import { TimedOut } from '../platform/workers/workers.ts';
import { findSheetName } from '../profile/queries/profiles.ts';
import type { SearchInput, SearchOutcome } from './search-task.ts';
import { cursorOf, formsAnswer } from './serializer.ts';

const FILE = new URL('./search-task.ts', import.meta.url);
const DEFAULT_LIMIT = 100;
/** The time-out of a search (ms). Searching 256 MiB of notes takes some seconds. */
const TIME_LIMIT_MS = 20_000;
/**
 * How long a search goes on without its caller (ms). Cancelling it kills its process, and a caller who goes on typing
 * would wait for the start of another one.
 */
const GRACE_MS = 1000;

/** Finds forms with a note that contains a text, regardless of upper and lower case. */
export const searchForms = route(
  'searchForms',
  async ({ context, input, access, reply }) => {
    const { config, db, quickWorkers } = context;
    const { cursor, search, limit = DEFAULT_LIMIT } = input;
    const sheetName = await findSheetName(db, access.userId);
    if (sheetName === undefined) throw fail('userNotFound');
    const { dataDir, databaseUrl } = config;
    const wanted: SearchInput = {
      database: { dataDir, databaseUrl },
      access,
      search,
      after: cursor === undefined ? undefined : cursorOf(cursor),
      limit,
    };
    const gone = new AbortController();
    onClosed(reply, () => setTimeout(() => gone.abort(), GRACE_MS).unref());
    const callerId = isPerson(access.author) ? access.userId : access.author.id;
    try {
      const found = await quickWorkers.run<SearchInput, SearchOutcome>(
        callerId,
        { file: FILE, name: 'findWithText', input: wanted },
        { signal: gone.signal, onProgress: () => {}, timeMs: TIME_LIMIT_MS },
      );
      if ('refused' in found) throw fail(found.refused);
      return formsAnswer(found, sheetName, access);
    } catch (error) {
      if (gone.signal.aborted) return reply.hijack();
      throw error instanceof TimedOut ? fail('unavailable') : error;
    }
  },
  { isHeavy: true },
);
