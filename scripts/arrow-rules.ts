import type { IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The imports that are allowed between rooms, the folders of `src` (ARCHITECTURE.md, 'Arrows'). `scripts/arrows.ts`
 * checks them.
 */

const TESTS = '\\.test\\.tsx?$|/testing/';

/**
 * Allows the files of a room to import from `src` only their own room, and the rooms and files in `others`. The rule does
 * not apply to tests.
 */
function room(name: string, others: readonly string[]): IForbiddenRuleType {
  return {
    name: `${name} imports only ${others.join(', ') || 'itself'}`,
    severity: 'error',
    from: { path: `^src/${name}/`, pathNot: TESTS },
    to: { path: '^src/', pathNot: allowedFrom([name, ...others]) },
  };
}

/** Patterns of the files in these rooms, and of all style sheets: a file imports the sheet of each class that it uses. */
function allowedFrom(rooms: readonly string[]): string[] {
  const files = rooms.map((each) => `^src/${each}${/\.tsx?\)?$/.test(each) ? '$' : '/'}`);
  return [...files, '\\.css$'];
}

/**
 * Forbids files that match `from`, except tests and files that match `but`, to import paths that match `to`.
 */
function only(
  name: string,
  { from, but = [], to }: { from: string; but?: readonly string[]; to: string },
): IForbiddenRuleType {
  return {
    name,
    severity: 'error',
    from: { path: from, pathNot: [TESTS, ...but] },
    to: { path: to },
  };
}

/** Allowed for most rooms of the server. */
const OF_ALL = ['config.ts', 'context.ts', 'limits.ts', 'platform', 'identity', 'profile'].map(
  (each) => `server/${each}`,
);
const SHARED = ['domain', 'contract', ...OF_ALL, 'server/entries'];
/** Allowed for rooms that read entries of every kind. */
const READER = [...SHARED, 'server/forms/queries'];
/** What several rooms of the browser read of a capability: its calls, and what a kind of entry is on the device. */
const READABLE = [
  'web/[a-z-]+/queries.ts',
  'web/[a-z-]+/kind.ts',
  'web/medication/(dose-kind|medication-row|use-doses).ts',
];
/** Allowed for the capabilities of the browser. */
const CAPABILITY = [
  'domain',
  'charts',
  'contract',
  ...['platform', 'ui', 'entries', 'identity', 'profile'].map((each) => `web/${each}`),
  ...READABLE,
];

export const RULES: IForbiddenRuleType[] = [
  { name: 'no import cycle', severity: 'error', from: {}, to: { circular: true } },
  only('no tests in the product', { from: '^src/', to: TESTS }),

  room('domain', []),
  only('domain uses no package', { from: '^src/domain/', to: 'node_modules' }),
  room('charts', ['domain']),
  only('charts use only d3-shape', {
    from: '^src/charts/',
    to: 'node_modules/(?!d3-(shape|path)|@types/d3-shape)',
  }),
  room('contract', ['domain']),
  only('contract uses only zod', { from: '^src/contract/', to: 'node_modules/(?!zod/)' }),
  only('definitions of kinds are data without schemas', {
    from: '^src/contract/kinds',
    to: 'node_modules/|^src/contract/(fields|entities|entry-file|kind-schemas|kind-endpoints)\\.ts$',
  }),
  room('server', ['domain', 'charts', 'contract']),
  room('server/platform', [
    'domain',
    'contract',
    'server/config.ts',
    'server/context.ts',
    'server/limits.ts',
    'server/identity',
  ]),
  room('server/platform/push', [
    'domain',
    'contract',
    'server/config.ts',
    'server/platform/outgoing.ts',
    'server/platform/secrets.ts',
  ]),
  room('server/identity', SHARED),
  room('server/profile', [...READER, 'server/forms/serializer.ts']),
  room('server/entries', SHARED),
  room('server/forms', SHARED),
  room('server/browser-errors', SHARED),

  room('server/caregivers', [...SHARED]),
  room('server/reminders', [...READER, 'server/report/words.ts']),
  room('server/sharing', [
    ...SHARED,
    'server/report',
    'server/exchange/fhir-entry.ts',
    'server/exchange/fhir-patient.ts',
  ]),
  room('server/paper', SHARED),
  room('server/guide', ['domain', 'server/platform/pdf']),
  room('server/report', [...READER, 'charts']),
  room('server/exchange', [...READER, 'server/reminders/queries']),
  // The spreadsheet room uses the file import of `exchange` to add the forms of the former app's sheet.
  room('server/spreadsheet', [...READER, 'server/exchange']),
  room('server/backup', ['server/config.ts', 'server/platform']),
  only('only platform/db and queries import kysely', {
    from: '^src/server/',
    but: ['^src/server/platform/db/', '/queries(/|\\.ts$)'],
    to: 'node_modules/kysely/',
  }),
  only('only platform/db imports the database engines', {
    from: '^src/server/',
    but: ['^src/server/platform/db/'],
    to: '^(node_modules/(@types/)?pg/|(node:)?sqlite$)',
  }),

  room('service-worker', ['contract', 'domain']),
  only('server and web use packages of their own', {
    from: '^src/web/',
    to: 'node_modules/(kysely|fastify|@fastify|pg|pdfkit|nodemailer|openid-client)/',
  }),
  only('the server draws no screens', {
    from: '^src/server/',
    to: 'node_modules/(react|react-dom)/',
  }),

  room('web', ['domain', 'charts', 'contract']),
  {
    name: 'web imports from contract only types, and files without zod',
    severity: 'error',
    from: { path: '^src/web/', pathNot: TESTS },
    to: {
      path: '^(src/contract/(?!(account-errors|calls|errors|file-formats|kinds|page-data|providers|transports|user-not-found)\\.ts)|node_modules/zod/)',
      dependencyTypesNot: ['type-only'],
    },
  },
  room('web/ui', ['domain', 'charts', 'web/platform/(kept-text.ts|navigation.tsx)']),
  only('ui does not import symptoms', {
    from: '^src/web/ui/',
    to: '^src/domain/(symptoms|slots|person)\\.ts$',
  }),
  room('web/platform', ['domain', 'contract', 'web/ui']),
  // It knows no kind but forms, which wait in a store of their own; `web/kinds.ts` gives it the list of the others.
  room('web/entries', [
    'domain',
    'contract',
    'web/platform',
    'web/ui',
    'web/forms/store',
    'web/forms/queries.ts',
  ]),
  room('web/identity', ['domain', 'contract', 'web/platform', 'web/ui', 'web/entries']),
  room('web/profile', ['domain', 'contract', 'web/platform', 'web/ui', 'web/entries']),
  // Every other room of the browser is a capability. It may import its own files, whose folder is `$1`.
  {
    name: 'a capability of the browser imports of others only what they offer',
    severity: 'error',
    from: {
      path: '^src/web/(?!(?:platform|entries|identity|profile|sharing|paper|overview|settings|ui)/)([a-z-]+)/',
      pathNot: TESTS,
    },
    to: { path: '^src/', pathNot: ['^src/web/$1/', ...allowedFrom(CAPABILITY)] },
  },
  // A reader of a link sees the page for a visit.
  room('web/sharing', [...CAPABILITY, 'web/visits/page']),
  // What was written on paper is typed in as forms, in the diary, and in the dialogs of falls and blood pressure.
  room('web/paper', [...CAPABILITY, 'web/forms', 'web/diary', 'web/falls', 'web/pressure']),
  // The screens put what the capabilities show in order.
  ...['overview', 'settings'].map((name) =>
    only(`web/${name} is drawn by the files of the app's root`, {
      from: `^src/web/[a-z-]+/`,
      but: [`^src/web/${name}/`],
      to: `^src/web/${name}/.*[.]tsx?$`,
    }),
  ),
];
