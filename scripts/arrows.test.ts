import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A room, and what a file in it wants to import. */
type Arrow = readonly [room: string, imported: string];

const FORBIDDEN: readonly Arrow[] = [
  ['src/domain', 'zod'],
  ['src/domain', '../contract/calls.ts'],
  ['src/domain', 'node:fs'],
  ['src/charts', '../contract/calls.ts'],
  ['src/charts', 'react'],
  ['src/contract', '../server/app.ts'],
  ['src/contract', 'kysely'],
  ['src/server', '../web/main.tsx'],
  ['src/server', './testing/app.ts'],
  ['src/server/routes', 'kysely'],
  ['src/server/routes', '../server.ts'],
  ['src/server/routes', '../db/migrations.ts'],
  ['src/server/http', '../routes/index.ts'],
  ['src/server/auth', '../routes/signIn.ts'],
  ['src/server/auth', '../http/route.ts'],
  ['src/server/answers', '../http/route.ts'],
  ['src/server/mail', '../auth/sessions.ts'],
  ['src/server/mail', '../routes/signIn.ts'],
  ['src/server/mail', 'kysely'],
  ['src/server/mail', '../report/reports.ts'],
  ['src/server/report', '../mail/outbox.ts'],
  ['src/server/report', '../http/route.ts'],
  ['src/server/report', 'kysely'],
  ['src/server/formats', '../http/route.ts'],
  ['src/server/formats', 'kysely'],
  ['src/server/report/pdf', '../../db/forms.ts'],
  ['src/server/spreadsheets', '../routes/saveSymptomForm.ts'],
  ['src/server/spreadsheets', '../mail/outbox.ts'],
  ['src/server/auth', '../spreadsheets/mirror.ts'],
  ['src/server/db', '../mail/outbox.ts'],
  ['src/server/db', '../spreadsheets/rows.ts'],
  ['src/server/db', 'pg'],
  ['src/server/db', '../auth/sessions.ts'],
  ['src/web', '../server/app.ts'],
  ['src/web', 'zod'],
  ['src/web', './testing/server.ts'],
  ['src/web/api', '../testing/server.ts'],
  ['src/web/features/auth', '../../testing/server.ts'],
  ['src/web/ui', '../testing/server.ts'],
  ['src/web/api', '../features/overview/overview.tsx'],
  ['src/web/features/auth', '../overview/overview.tsx'],
  ['src/web/features/auth', '../../features/overview/overview.tsx'],
  ['src/web/features/auth', '../../router.tsx'],
  ['src/web/ui', '../api/client.ts'],
  ['src/web/ui', '../../domain/slots.ts'],
];

const ALLOWED: readonly Arrow[] = [
  ['src/domain', './zone.ts'],
  ['src/charts', '../domain/zone.ts'],
  ['src/charts', 'd3-scale'],
  ['src/contract', 'zod'],
  ['src/server/routes', '../db/forms.ts'],
  ['src/server/db', 'kysely'],
  ['src/server/mail', '../db/mails.ts'],
  ['src/server/report', '../db/forms.ts'],
  ['src/server/formats', '../db/forms.ts'],
  ['src/server/report/pdf', '../../../charts/plot.ts'],
  ['src/server/spreadsheets', '../auth/provider-grants.ts'],
  ['src/server/spreadsheets', '../db/spreadsheets.ts'],
  ['src/web/features/auth', '../../ui/button.tsx'],
  ['src/web/testing', '../../contract/endpoints.ts'],
  ['src/web/ui', '../../charts/plot.ts'],
];

/** The project's linter on a folder that holds nothing but a file for each of these arrows. */
let folder: string;
let complaints: string;

const fileOf = ([room, imported]: Arrow) => `${room}/${imported.replaceAll(/\W/g, '_')}.ts`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'symptom-tracker-arrows-'));
  for (const file of ['biome.json', '.gitignore']) await copyFile(file, join(folder, file));
  for (const arrow of [...FORBIDDEN, ...ALLOWED]) {
    const file = join(folder, fileOf(arrow));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `import { x } from '${arrow[1]}';\nexport const y = x;\n`);
  }
  const { stdout } = spawnSync(
    resolve('node_modules/.bin/biome'),
    ['lint', '--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=none'],
    { cwd: folder, encoding: 'utf8' },
  );
  complaints = stdout;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it.each(FORBIDDEN)('%s must not import %s', (...arrow) => {
  expect(complaints).toContain(fileOf(arrow));
});

it.each(ALLOWED)('%s may import %s', (...arrow) => {
  expect(complaints).not.toContain(fileOf(arrow));
});
