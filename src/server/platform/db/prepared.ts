import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

type Values = Readonly<Record<string, string | number | null>>;

/**
 * Builds a statement once per engine, for queries that run with every request: building it takes longer than
 * SQLite takes to run it.
 *
 * @param build builds the statement from placeholders for the values, which it may only pass on
 * @returns a function that runs the statement with values and returns the rows
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

/**
 * Returns a symbol in place of each value. If `build` calculates with a value instead of passing it on, the
 * symbol makes it throw.
 */
function placeholders<Given extends Values>(): Given {
  return new Proxy({} as Given, { get: (_, name) => Symbol(String(name)) });
}
