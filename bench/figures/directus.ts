import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '../../src/domain/zone.ts';
import { addForms, addPeople, inDatabase, NOTES, SYMPTOMS, ZONE } from '../measuring/data.ts';
import { DIRECTUS_ACCOUNT, directusFile, startDirectus } from '../measuring/directus.ts';
import { type Figure, inRounds, only } from '../measuring/figure.ts';
import { generate, type Load, read90, save } from '../measuring/load.ts';
import { inFolder, OURS_ROOMY, withServer } from '../measuring/programs.ts';

const CLIENTS = 64;
const DAYS = 90;
const FOR_MS = 5000;
const WARM_UP_MS = 2000;

/** Compares saves and 90-day reads on SQLite with those of Directus, which has the same data and a signed-in user. */
export const besideDirectus: Figure = async ({ rounds: count, scale }) =>
  await inFolder(async (dataDir) => {
    const people = await inDatabase({ dataDir }, async (db) => {
      const added = await addPeople(db, CLIENTS);
      await addForms(db, DAYS);
      return added;
    });
    const directus = await startDirectus(dataDir);
    try {
      const token = await prepare(directus.url, dataDir);
      const load = { people, forMs: FOR_MS * scale, warmUpMs: WARM_UP_MS * scale };
      return await withServer(OURS_ROOMY, { dataDir }, async ({ url }) => {
        const rounds = async (ours: Load['requestOf'], theirs: Load['requestOf']) => {
          const measure = (to: string, requestOf: Load['requestOf']) => () =>
            generate({ url: to, requestOf, ...load });
          return only(
            await inRounds(count, measure(url, ours), measure(directus.url, theirs)),
            'perSecond',
          );
        };
        const common = {
          reference: 'Directus, the same data, signed in',
          unit: '/s',
          aim: ['ratio', 'at least', 5],
        } as const;
        // Reads are measured first, because each save would add rows to them.
        const reads = await rounds(read90, directusRead(token));
        const saves = await rounds(save, directusSave(token));
        return [
          { figure: `saves a second, ${CLIENTS} clients, SQLite`, rounds: saves, ...common },
          { figure: `90-day reads a second, ${CLIENTS} clients, SQLite`, rounds: reads, ...common },
        ];
      });
    } finally {
      await directus.stop();
    }
  });

/** Creates the tables through Directus' API, and copies our forms into them. @returns an access token */
async function prepare(url: string, dataDir: string): Promise<string> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const post = async (path: string, content: object) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(content),
    });
    if (!answer.ok) throw new Error(`Directus: ${path}: ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const token: string = (await post('/auth/login', DIRECTUS_ACCOUNT)).access_token;
  headers.authorization = `Bearer ${token}`;
  const field = (name: string, type: string) => ({ field: name, type, schema: {} });
  const add = (collection: string, fields: object[]) => {
    const id = {
      ...field('id', 'integer'),
      schema: { is_primary_key: true, has_auto_increment: true },
    };
    // Turns off Directus' change log, because our server writes none for a new form either.
    const meta = { accountability: null };
    return post('/collections', { collection, schema: {}, meta, fields: [id, ...fields] });
  };
  await add('forms', [
    field('person', 'string'),
    field('form_number', 'integer'),
    field('submission_id', 'string'),
    field('logged_at', 'bigInteger'),
    field('entered_at', 'bigInteger'),
    field('time_zone', 'string'),
    field('version', 'integer'),
    { field: 'ratings', type: 'alias', meta: { special: ['o2m'] } },
  ]);
  await add('ratings', [
    field('form', 'integer'),
    field('slot', 'integer'),
    field('name', 'string'),
    field('severity', 'integer'),
    field('notes', 'text'),
  ]);
  await post('/relations', {
    collection: 'ratings',
    field: 'form',
    related_collection: 'forms',
    meta: { one_field: 'ratings' },
  });
  const db = new DatabaseSync(directusFile(dataDir));
  db.exec(`attach '${dataDir}/symptom-tracker.db' as ours;
    begin;
    insert into forms
      (person, form_number, submission_id, logged_at, entered_at, time_zone, version)
      select user_id, number, entry_id, at, entered_at, time_zone, version
      from ours.entries where kind = 'form';
    create index forms_of_person on forms (person, logged_at);
    create index ratings_of_form on ratings (form);
    insert into ratings (form, slot, name, severity, notes)
      select copied.id, value ->> 'slot', value ->> 'name', value ->> 'severity', value ->> 'notes'
      from ours.entries as own
      inner join forms as copied
      on copied.person = own.user_id and copied.form_number = own.number
      cross join json_each(own.fields, '$.ratings')
      where own.kind = 'form';
    commit;`);
  db.close();
  return token;
}

function directusRead(token: string): Load['requestOf'] {
  const headers = { authorization: `Bearer ${token}` };
  return ({ userId }) => {
    const query = new URLSearchParams({
      fields: '*,ratings.*',
      'filter[person][_eq]': userId,
      'filter[logged_at][_gte]': String(Date.now() - DAYS * DAY_MS),
      sort: '-form_number',
      limit: '-1',
    });
    return { method: 'GET', path: `/items/forms?${query}`, headers };
  };
}

function directusSave(token: string): Load['requestOf'] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ratings = SYMPTOMS.map((name, index) => {
    return { slot: index + 1, name, severity: 3, notes: NOTES };
  });
  return ({ userId: person }) => {
    const now = Date.now();
    const form = {
      person,
      form_number: 1,
      submission_id: randomUUID(),
      logged_at: now,
      entered_at: now,
      time_zone: ZONE,
      version: 1,
      ratings,
    };
    return { method: 'POST', path: '/items/forms', headers, body: JSON.stringify(form) };
  };
}
