import pg from 'pg';

/** The name of the migrated database that others are copied from. */
export const TEMPLATE = 'migrated';

/**
 * @param server the URL of the server's default database
 * @param options the end of the statement `create database`, such as a template
 * @returns the URL of the new database
 */
export async function createDatabase(server: string, name: string, options = ''): Promise<string> {
  await run(server, `create database ${name} ${options}`);
  return Object.assign(new URL(server), { pathname: name }).href;
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await run(server, `drop database ${name} with (force)`);
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
