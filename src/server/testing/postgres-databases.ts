import pg from 'pg';

/** The migrated database that others are copies of. */
export const TEMPLATE = 'migrated';

/**
 * @param server the address of the server's own database
 * @param options the rest of the statement
 * @returns the new database's address
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
