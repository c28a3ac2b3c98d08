import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  type IDToken,
} from 'openid-client';
import { z } from 'zod';
import type { ProviderKey, VisitPurpose } from '../../contract/providers.ts';
import type { ProviderSettings } from '../config.ts';

/** What a provider says of the person who was there. */
export interface ProviderPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly email: string | undefined;
  /** Whether the provider knows that the address is theirs. */
  readonly emailVouched: boolean;
}

interface Tokens {
  readonly accessToken: string;
  readonly claims: IDToken | undefined;
}

/** A provider, as a row of the table below. */
export interface Provider {
  /** OpenID providers give an ID token, whose nonce is checked; the others are asked for the person. */
  readonly openId: boolean;
  readonly scope: string;
  /** What is added to the request for some purposes. */
  readonly extras: (purpose: VisitPurpose) => Record<string, string>;
  readonly connect: (settings: ProviderSettings) => Promise<Configuration>;
  readonly whoIs: (
    tokens: Tokens,
    config: Configuration,
    settings: ProviderSettings,
  ) => Promise<ProviderPerson>;
}

export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';

/** How long a provider may take to answer, in seconds: someone is waiting. */
const TIMEOUT_S = 10;

const GOOGLE_ISSUER = 'https://accounts.google.com';

/** An OAuth 2 provider without discovery: where its pages and calls are. */
interface Places {
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly auth: typeof ClientSecretPost;
}

function connectTo({ issuer, authorize, token, auth }: Places) {
  return async (settings: ProviderSettings): Promise<Configuration> => {
    const server = {
      issuer,
      authorization_endpoint: placed(authorize, settings).href,
      token_endpoint: placed(token, settings).href,
    };
    const { clientId, clientSecret } = settings;
    const config = new Configuration(server, clientId, undefined, auth(clientSecret));
    config.timeout = TIMEOUT_S;
    if (isInsecure(settings)) allowInsecureRequests(config);
    return config;
  };
}

/** A provider's address, or the same path of the server that stands in for it. */
function placed(address: string, { url }: ProviderSettings): URL {
  const original = new URL(address);
  return url ? new URL(original.pathname + original.search, url) : original;
}

/** Without TLS only for a server that stands in, at home or in a test. */
function isInsecure({ url }: ProviderSettings): boolean {
  return url?.startsWith('http:') ?? false;
}

async function ask<Answer>(
  schema: z.ZodType<Answer>,
  address: string,
  { accessToken }: Tokens,
  config: Configuration,
  settings: ProviderSettings,
): Promise<Answer> {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'symptom-tracker' });
  const place = placed(address, settings);
  const response = await fetchProtectedResource(
    config,
    accessToken,
    place,
    'GET',
    undefined,
    headers,
  );
  if (!response.ok) throw new Error(`${place.pathname} answered ${response.status}`);
  return schema.parse(await response.json());
}

const FACEBOOK = 'https://graph.facebook.com/v25.0';
const GITHUB = 'https://api.github.com';
const X = 'https://api.x.com/2';

const facebookPerson = z.object({
  id: z.string(),
  name: z.string().default(''),
  email: z.string().optional(),
});
const githubPerson = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullish(),
});
const githubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);
const xPerson = z.object({
  data: z.object({
    id: z.string(),
    name: z.string(),
    confirmed_email: z.string().optional(),
  }),
});
const googlePerson = z.object({
  iss: z.string(),
  sub: z.string(),
  name: z.string().default(''),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
});

/** One row for each provider. */
export const providers: Readonly<Record<ProviderKey, Provider>> = {
  google: {
    openId: true,
    scope: 'openid email profile',
    extras: (purpose): Record<string, string> => {
      if (purpose === 'signIn') return {};
      if (purpose === 'confirm') return { prompt: 'select_account' };
      return {
        scope: `openid email profile ${SHEETS_SCOPE}`,
        access_type: 'offline',
        // Another person may be signed in at Google in this browser.
        prompt: 'select_account consent',
        include_granted_scopes: 'true',
      };
    },
    connect: async (settings) => {
      const { clientId, clientSecret, url = GOOGLE_ISSUER } = settings;
      // An ID token is held against Google's own keys, even though it came from Google by TLS.
      const execute = [enableNonRepudiationChecks];
      if (isInsecure(settings)) execute.push(allowInsecureRequests);
      return await discovery(new URL(url), clientId, undefined, ClientSecretPost(clientSecret), {
        execute,
        timeout: TIMEOUT_S,
      });
    },
    async whoIs({ claims }) {
      const { iss, sub, name, email, email_verified } = googlePerson.parse(claims);
      return { issuer: iss, subject: sub, name, email, emailVouched: email_verified };
    },
  },
  facebook: {
    openId: false,
    scope: 'email public_profile',
    extras: (purpose): Record<string, string> =>
      purpose === 'confirm' ? { auth_type: 'reauthenticate' } : {},
    connect: connectTo({
      issuer: 'https://www.facebook.com',
      authorize: 'https://www.facebook.com/v25.0/dialog/oauth',
      token: `${FACEBOOK}/oauth/access_token`,
      auth: ClientSecretPost,
    }),
    async whoIs(...asked) {
      const address = `${FACEBOOK}/me?fields=id,name,email`;
      const { id, name, email } = await ask(facebookPerson, address, ...asked);
      // Facebook gives addresses that it does not vouch for.
      return { issuer: 'https://www.facebook.com', subject: id, name, email, emailVouched: false };
    },
  },
  github: {
    openId: false,
    scope: 'read:user user:email',
    extras: (purpose): Record<string, string> =>
      purpose === 'confirm' ? { prompt: 'select_account' } : {},
    connect: connectTo({
      issuer: 'https://github.com/login/oauth',
      authorize: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      auth: ClientSecretPost,
    }),
    async whoIs(...asked) {
      const person = await ask(githubPerson, `${GITHUB}/user`, ...asked);
      const emails = await ask(githubEmails, `${GITHUB}/user/emails`, ...asked);
      const chosen = emails.find(({ primary }) => primary);
      return {
        issuer: 'https://github.com',
        subject: String(person.id),
        name: person.name || person.login,
        email: chosen?.email,
        emailVouched: chosen?.verified ?? false,
      };
    },
  },
  twitter: {
    openId: false,
    scope: 'users.read tweet.read users.email',
    extras: () => ({}),
    connect: connectTo({
      issuer: 'https://x.com',
      authorize: 'https://x.com/i/oauth2/authorize',
      token: `${X}/oauth2/token`,
      auth: ClientSecretBasic,
    }),
    async whoIs(...asked) {
      const address = `${X}/users/me?user.fields=confirmed_email`;
      const { data } = await ask(xPerson, address, ...asked);
      return {
        issuer: 'https://x.com',
        subject: data.id,
        name: data.name,
        email: data.confirmed_email,
        emailVouched: data.confirmed_email !== undefined,
      };
    },
  },
};
