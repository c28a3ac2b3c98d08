import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

type Values = Readonly<Record<string, string | number | null>>;

/**
 * A statement that is built once for each engine, for what is asked at every request: building it takes longer
 * than SQLite takes to run it.
 *
 * @param build makes the statement; its second argument stands for the values, which it may only pass on
 * @returns runs it with values, and answers with the rows
 */
export function prepared<Given extends Values, Row>(
  build: (db: Database, values: Given) => Compilable<Row>,
): (db: Database, values: Given) => Promise<Row[]> {
  const built = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let query = built.get(adapter);
    if (!query) {
      query = build(db, placeholders<Given>()).compile();
      built.set(adapter, query);
    }
    const parameters = query.parameters.map((parameter) =>
      typeof parameter === 'symbol' ? values[parameter.description ?? ''] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** A symbol in the place of each value, which no statement can calculate with unnoticed. */
function placeholders<Given extends Values>(): Given {
  return new Proxy({} as Given, { get: (_, name) => Symbol(String(name)) });
}
