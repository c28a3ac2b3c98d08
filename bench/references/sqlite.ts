import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serveJson, settings } from './json-server.ts';
import {
  ADD_FORM,
  ADD_RATINGS,
  COUNT_FORM,
  FIND_SESSION,
  FIND_SLOTS,
  QUEUE_FORM,
  ratingsOf,
  type SaveBody,
  tokenHashOf,
} from './statements.ts';

/** Bare `node:http` and `node:sqlite`: the same statements, one transaction and one sync for each save. */

const db = new DatabaseSync(join(settings.DATA_DIR ?? '', 'symptom-tracker.db'));
db.exec('pragma journal_mode = wal');
db.exec('pragma synchronous = full');
db.exec('pragma foreign_keys = on');
db.exec('pragma secure_delete = on');
const prepare = (text: string) => db.prepare(text.replaceAll(/\$\d+/g, '?'));
const findSession = prepare(FIND_SESSION);
const findSlots = prepare(FIND_SLOTS);
const countForm = prepare(COUNT_FORM);
const addForm = prepare(ADD_FORM);
const addRatings = prepare(ADD_RATINGS);
const queueForm = prepare(QUEUE_FORM);

serveJson(async ({ cookie, body }) => {
  const { submissionId, ...form } = body as SaveBody;
  const now = Date.now();
  const session = findSession.get(tokenHashOf(cookie), now) as { userId: string };
  const { userId } = session;
  findSlots.all(userId, userId);
  db.exec('begin immediate');
  const counted = countForm.get(1, userId) as { formNumber: number };
  const { formNumber } = counted;
  const id = randomUUID();
  addForm.get(userId, formNumber, id, submissionId, now, now, 1);
  addRatings.run(...ratingsOf(userId, formNumber, { submissionId, ...form }));
  queueForm.run(userId, 1, formNumber);
  db.exec('commit');
  return { id, formNumber, date: new Date(now).toISOString(), symptomData: form.formData };
});
