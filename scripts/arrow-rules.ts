import type { IForbiddenRuleType } from 'dependency-cruiser';

/** Which room may import what (ARCHITECTURE.md, 'Arrows'). `scripts/arrows.ts` checks it. */

const TESTS = '\\.test\\.tsx?$|/testing/';

/** The product's files of a room import, besides their own room, these rooms and files below `src`. */
function room(name: string, others: readonly string[]): IForbiddenRuleType {
  const allowed = [name, ...others].map(
    (each) => `^src/${each}${each.endsWith('.ts') ? '$' : '/'}`,
  );
  return {
    name: `${name} imports only ${others.join(', ') || 'itself'}`,
    severity: 'error',
    from: { path: `^src/${name}/`, pathNot: TESTS },
    to: { path: '^src/', pathNot: allowed },
  };
}

/** The product's files, but for some, do not import these paths. */
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

const OF_ALL = ['config.ts', 'context.ts', 'platform', 'identity', 'profile'].map(
  (each) => `server/${each}`,
);
const SHARED = ['domain', 'contract', ...OF_ALL, 'server/entries'];
/** What reads entries of every kind. */
const READER = [...SHARED, 'server/forms/queries'];
const FEATURE = [
  'domain',
  'charts',
  'contract',
  'web/api',
  'web/entries',
  'web/ui',
  'web/kept-text.ts',
];

export const RULES: IForbiddenRuleType[] = [
  { name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
  only('no tests in the product', { from: '^src/', to: TESTS }),

  room('domain', []),
  only('domain uses no package', { from: '^src/domain/', to: 'node_modules' }),
  room('charts', ['domain']),
  only('charts use d3 alone', { from: '^src/charts/', to: 'node_modules/(?!d3-|@types/d3-)' }),
  room('contract', ['domain']),
  only('contract uses zod alone', { from: '^src/contract/', to: 'node_modules/(?!zod/)' }),
  room('server', ['domain', 'charts', 'contract']),
  room('server/platform', [
    'domain',
    'contract',
    'server/config.ts',
    'server/context.ts',
    'server/identity',
  ]),
  room('server/identity', SHARED),
  room('server/profile', [...READER, 'server/forms/serializer.ts']),
  room('server/entries', SHARED),
  room('server/forms', SHARED),
  room('server/report', [...READER, 'charts']),
  room('server/exchange', READER),
  // The former app's sheet comes in as a file does.
  room('server/spreadsheet', [...READER, 'server/exchange']),
  room('server/backup', ['server/config.ts', 'server/platform']),
  only('kysely is known to platform/db and to queries', {
    from: '^src/server/',
    but: ['^src/server/platform/db/', '/queries(/|\\.ts$)'],
    to: 'node_modules/kysely/',
  }),
  only('the engines are known to platform/db', {
    from: '^src/server/',
    but: ['^src/server/platform/db/'],
    to: '^(node_modules/(@types/)?pg/|(node:)?sqlite$)',
  }),

  room('web', ['domain', 'charts', 'contract']),
  {
    name: 'web takes from the contract types, and what uses no zod',
    severity: 'error',
    from: { path: '^src/web/', pathNot: TESTS },
    to: {
      path: '^(src/contract/(?!(calls|errors|file-formats|providers)\\.ts)|node_modules/zod/)',
      dependencyTypesNot: ['type-only'],
    },
  },
  room('web/ui', ['domain', 'charts', 'web/kept-text.ts']),
  only('ui knows nothing of symptoms', {
    from: '^src/web/ui/',
    to: '^src/domain/(symptoms|slots|person)\\.ts$',
  }),
  room('web/api', ['domain', 'contract', 'web/kept-text.ts']),
  room('web/entries', ['domain', 'contract', 'web/api']),
  ...['auth', 'overview', 'profile', 'settings'].map((name) =>
    room(`web/features/${name}`, FEATURE),
  ),
];
