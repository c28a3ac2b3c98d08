import type { Instant } from '../domain/zone.ts';
import type { Answer } from './endpoints.ts';
import type { Form, Profile, SessionUser } from './entities.ts';
import type { AnswerOf } from './kinds/inputs.ts';
import type { EntryKind } from './kinds.ts';
import { PROVIDER_KEYS } from './providers.ts';

type Config = Answer<'getConfig'>;

/** The page size of the history. */
export const HISTORY_PAGE = 30;

/**
 * On the dashboard: the entries of each kind that the overview shows (`Kind.recent`). They are missing if their JSON would
 * delay the page.
 */
export type EntriesInPage = { readonly [K in EntryKind as K['list']]?: AnswerOf<K>[] };

/** The JSON data block in the page of a screen: what its first paint needs (DECISIONS 2). The entries are of one tracker. */
export interface PageData extends EntriesInPage {
  /** The signed-in user; null if nobody is signed in. */
  readonly session: SessionUser | null;
  readonly config: Config;
  /** On the dashboard, if a reset asks what may stay. */
  readonly stays?: Answer<'getStays'>;
  /** On the dashboard: the profile of the person whose tracker it is, if that is not the signed-in user's own. */
  readonly helped?: Profile;
  /** On the dashboard: the first page of the history, unless its JSON is so long that it would delay the page. */
  readonly forms?: Form[];
}

/** The HTML of the overview with a person's data, which `main.tsx` takes over (DECISIONS 54). */
export interface OverviewHtml {
  readonly title: string;
  readonly html: string;
}

/**
 * Renders the overview as the browser first shows it.
 *
 * @param at the time of the rendering (ms)
 * @param address the path and the parameters of the page
 */
export type RenderOverview = (data: PageData, at: Instant, address: string) => OverviewHtml;

/** The parameters that open a dialog on the overview. */
const DIALOGS: readonly string[] = ['track', 'dose', 'checkin', 'diary'];

/** The parameter that says whose tracker is shown, for somebody who helps others: a person's id, or `OWN_TRACKER`. */
export const TRACKER = 'tracker';
/** Stands for the tracker of the person who is signed in. */
export const OWN_TRACKER = 'own';

/**
 * The person whose tracker an address shows. Any other path leads to the dashboard without its parameters.
 *
 * @param url the path and the parameters
 * @returns undefined if the address does not say it. The device then knows which tracker was chosen last.
 */
export function trackerAt(
  url: string,
  { id, helps }: Pick<SessionUser, 'id' | 'helps'>,
): string | undefined {
  const [path = '', search = ''] = url.split('?');
  const isDashboard = screenPath(path) === '/dashboard';
  const [, named] = (isDashboard && keysAndValues(search).find(([key]) => key === TRACKER)) || [];
  if (helps.length === 0 || named === OWN_TRACKER) return id;
  return helps.find(({ userId }) => userId === named)?.userId;
}

/**
 * Which address of the overview a page can show as HTML.
 *
 * @param url the path and the parameters of the request
 * @returns undefined if the script draws the page: another tab, data that is fetched with calls, or a caregiver whose
 * choice of a tracker only the device knows
 */
export function overviewAddress(url: string, { session, forms, doses, helped }: PageData) {
  if (!session?.hasProfile || !forms || !doses) return undefined;
  const [path = '', search = ''] = url.split('?');
  if (trackerAt(url, session) !== (helped?.userId ?? session.id)) return undefined;
  if (screenPath(path) !== '/dashboard' || search === '') return '/dashboard';
  const isShown = ([key = '']: readonly string[]) => key === TRACKER || DIALOGS.includes(key);
  return keysAndValues(search).every(isShown) ? `/dashboard?${search}` : undefined;
}

function keysAndValues(search: string): string[][] {
  return search.split('&').map((parameter) => parameter.split('='));
}

/** A screen that is HTML, rendered when the app is built (decision 34). */
interface BuiltScreen {
  readonly name: string;
  readonly path: '/signin' | '/signup';
  /** The configuration for which the screen was rendered. */
  readonly config: Config;
}

/** A built screen with its HTML and its title. */
export interface ScreenHtml extends BuiltScreen {
  readonly title: string;
  readonly html: string;
}

/** The name of a built screen: its path, and the ways to sign in that it offers. */
function nameOf(path: string, { providers, signInLink, passkeys }: Config): string {
  const onSignIn = [...(passkeys === 'yes' ? ['passkey'] : []), ...(signInLink ? ['link'] : [])];
  return [
    path.slice(1),
    ...PROVIDER_KEYS.filter((key) => providers.includes(key)),
    ...(path === '/signin' ? onSignIn : []),
  ].join('-');
}

/** The providers of the built screens. The name of the operator's own one is known only at run time. */
const BUILT_KEYS = PROVIDER_KEYS.filter((key) => key !== 'oidc');

/** Every screen to build: for each choice of providers, and for sign-in with and without passkeys and links by email. */
export function builtScreens(): BuiltScreen[] {
  const choices = BUILT_KEYS.reduce<Config['providers'][]>(
    (before, key) => before.flatMap((chosen) => [chosen, [...chosen, key]]),
    [[]],
  );
  const passkeys = ['yes', 'address'] as const;
  return choices.flatMap((providers) => {
    const plain = { supportEmail: '', signUp: true, providers, signInLink: false };
    const signIns = passkeys.flatMap((each) =>
      [false, true].map((signInLink) => ({ ...plain, passkeys: each, signInLink })),
    );
    const screens = [
      ...signIns.map((config) => ({ path: '/signin', config }) as const),
      { path: '/signup', config: { ...plain, passkeys: 'yes' } } as const,
    ];
    return screens.map((screen) => ({ ...screen, name: nameOf(screen.path, screen.config) }));
  });
}

/** The path of a screen, without slashes at its end. */
export function screenPath(path: string): string {
  return path.replace(/^(.+?)\/+$/, '$1');
}

/** The name of the HTML for a page; undefined if its screen is drawn by the script alone. */
export function screenFor(address: string, { session, config }: PageData): string | undefined {
  const path = screenPath(address);
  const redirects = ['/', '/signin', '/signup', '/dashboard'];
  if (!redirects.includes(path)) return undefined;
  if (session) return session.hasProfile ? 'dashboard' : undefined;
  if (config.providers.includes('oidc')) return undefined;
  if (path === '/signup') return config.signUp ? nameOf(path, config) : undefined;
  return nameOf('/signin', config);
}
