import type { Selectable } from 'kysely';
import type { Authored } from '../../identity/authors.ts';
import type { EntryColumns } from '../../platform/db/tables.ts';
import type { Entry } from './entries.ts';

/** The columns that the tables of all kinds of entries have, and the fields that they store. */

type Columns = Omit<Selectable<EntryColumns>, 'user_id'>;
type Fields = Omit<Entry, 'id' | 'loggedAt'> & Pick<Authored, 'author'>;

export function entryIn(row: Columns): Fields {
  return {
    enteredAt: row.entered_at,
    timeZone: row.time_zone,
    author: row.author,
    version: row.version,
    deletedAt: row.deleted_at,
  };
}

export function entryColumns(entry: Fields): Columns {
  return {
    entered_at: entry.enteredAt,
    time_zone: entry.timeZone,
    author: entry.author,
    version: entry.version,
    deleted_at: entry.deletedAt,
  };
}
