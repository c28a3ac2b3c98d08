import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serveJson, settings } from './json-server.ts';
import * as statements from './statements.ts';

/**
 * A reference server of bare `node:http` and `node:sqlite`, with our server's statements. Each save has its
 * own transaction and sync.
 */

const db = new DatabaseSync(join(settings.DATA_DIR ?? '', 'symptom-tracker.db'));
for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on']) {
  db.exec(`pragma ${pragma}`);
}
db.exec('pragma secure_delete = on');
const prepare = (text: string) => db.prepare(text.replaceAll(/\$\d+/g, '?'));
const findSession = prepare(statements.FIND_SESSION);
const findSlots = prepare(statements.FIND_SLOTS);
const countForm = prepare(statements.COUNT_FORM);
const addForm = prepare(statements.ADD_FORM);
const findMirrored = prepare(statements.FIND_MIRRORED);

serveJson(async ({ cookie, body }) => {
  const form = body as statements.SaveBody;
  const now = Date.now();
  const session = findSession.get(statements.tokenHashOf(cookie), now) as { user_id: string };
  const { user_id: userId } = session;
  findSlots.all(userId, userId);
  db.exec('begin immediate');
  const { last_form_number: formNumber } = countForm.get(1, userId) as { last_form_number: number };
  addForm.get(...statements.formOf(userId, formNumber, form));
  findMirrored.get(userId, 1);
  db.exec('commit');
  return {
    id: form.submissionId,
    formNumber,
    date: new Date(now).toISOString(),
    symptomData: form.formData,
  };
});
