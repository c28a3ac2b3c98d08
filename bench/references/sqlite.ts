import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serveJson, settings } from './json-server.ts';
import {
  ADD_FORM,
  ADD_RATINGS,
  COUNT_FORM,
  FIND_PAST,
  FIND_PERSON,
  FIND_SESSION,
  FIND_SLOTS,
  QUEUE_FORM,
  ratingsOf,
  type SaveBody,
  tokenHashOf,
} from './statements.ts';

/** Bare `node:http` and `node:sqlite`: one transaction and one sync of the disk for each save. */

const db = new DatabaseSync(join(settings.DATA_DIR ?? '', 'symptom-tracker.db'));
db.exec('pragma journal_mode = wal');
db.exec('pragma synchronous = full');
db.exec('pragma foreign_keys = on');
db.exec('pragma secure_delete = on');
const prepare = (text: string) => db.prepare(text.replaceAll('$', '?'));
const findSession = prepare(FIND_SESSION);
const findPerson = prepare(FIND_PERSON);
const findSlots = prepare(FIND_SLOTS);
const findPast = prepare(FIND_PAST);
const countForm = prepare(COUNT_FORM);
const addForm = prepare(ADD_FORM);
const addRatings = prepare(ADD_RATINGS);
const queueForm = prepare(QUEUE_FORM);

serveJson(async ({ cookie, body }) => {
  const { submissionId, ...form } = body as SaveBody;
  const now = Date.now();
  const session = findSession.get(tokenHashOf(cookie), now) as { user_id: string };
  const userId = session.user_id;
  findPerson.get(userId);
  findSlots.all(userId);
  findPast.all(userId);
  db.exec('begin immediate');
  const counted = countForm.get(userId) as { last_form_number: number };
  const formNumber = counted.last_form_number;
  const id = randomUUID();
  addForm.run(userId, formNumber, id, submissionId, now, now);
  addRatings.run(userId, formNumber, ...ratingsOf({ submissionId, ...form }));
  queueForm.run(userId, formNumber);
  db.exec('commit');
  return { id, formNumber, date: new Date(now).toISOString(), symptomData: form.formData };
});
