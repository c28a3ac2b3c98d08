import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { followSignIn, signInPage } from './openid-provider.ts';

/** A person with an account at the service. */
interface OAuthPerson {
  /** Digits, because GitHub's ids are numbers. */
  readonly id: string;
  readonly name: string;
  readonly email?: string;
  /** Defaults to true. Facebook and X do not return an unverified address. */
  readonly emailVerified?: boolean;
}

/** A fake of Facebook, GitHub and X on one origin, each at its real paths. */
export interface OAuthProvider {
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The allowed redirect URIs. Add the app's when its port is known. */
  readonly redirectUris: string[];
  /** The people offered on the sign-in page. */
  readonly people: OAuthPerson[];
  /** The query of each authorization request, oldest first. */
  readonly requests: Record<string, string>[];
  /** All tokens issued to the app. */
  readonly issued: string[];
  /** Makes authorization requests succeed at once as this person, without a page. */
  signInAs(person: OAuthPerson): void;
  /** Makes authorization requests fail at once, without a page. */
  deny(): void;
  /** Shows a sign-in page again, which is the default. */
  showPage(): void;
  /**
   * Follows the redirects from an authorization URL to the app's redirect URI, without requesting that URI.
   */
  followSignIn(authorizationUrl: URL | string): Promise<URL>;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

interface Service {
  readonly title: string;
  readonly authorize: string;
  readonly token: string;
  /** True for X, which requires PKCE and accepts the client secret only in the Authorization header. */
  readonly strict?: true;
  /** The fragment that the service adds to the redirect URI of a granted request. */
  readonly fragment?: string;
  readonly denial: Readonly<Record<string, string>>;
  /** The responses to wrong client credentials, and to a code that is wrong, already used, or from another request. */
  readonly refusals: Readonly<Record<'client' | 'code', Answer>>;
}

const gitHub: Service = {
  title: 'GitHub',
  authorize: '/login/oauth/authorize',
  token: '/login/oauth/access_token',
  denial: { error: 'access_denied', error_description: 'The user has denied access.' },
  refusals: {
    // GitHub sends errors with status 200.
    client: refusal(200, 'incorrect_client_credentials', 'The client_secret is incorrect.'),
    code: refusal(200, 'bad_verification_code', 'The code passed is incorrect or expired.'),
  },
};

const facebook: Service = {
  title: 'Facebook',
  authorize: '/:version(^v\\d+\\.\\d+$)/dialog/oauth',
  token: '/:version(^v\\d+\\.\\d+$)/oauth/access_token',
  fragment: '#_=_',
  denial: { error: 'access_denied', error_reason: 'user_denied', error_code: '200' },
  refusals: {
    client: graphRefusal(400, 1, 'Error validating client secret.'),
    code: graphRefusal(400, 100, 'This authorization code has been used.'),
  },
};

const x: Service = {
  title: 'X',
  authorize: '/i/oauth2/authorize',
  token: '/2/oauth2/token',
  strict: true,
  denial: { error: 'access_denied' },
  refusals: {
    client: refusal(401, 'unauthorized_client', 'Missing valid authorization header'),
    code: refusal(400, 'invalid_request', 'Value passed for the authorization code was invalid.'),
  },
};

function refusal(status: number, error: string, error_description: string): Answer {
  return { status, body: { error, error_description } };
}

function graphRefusal(status: number, code: number, message: string): Answer {
  return { status, body: { error: { message, type: 'OAuthException', code } } };
}

type Query = Readonly<Record<string, string | undefined>>;

/** A granted authorization. */
interface Grant {
  readonly service: Service;
  readonly person: OAuthPerson;
  readonly query: Query;
  readonly scopes: ReadonlySet<string>;
}

export async function startOAuthProvider({
  port = 0,
  redirectUris = [] as string[],
} = {}): Promise<OAuthProvider> {
  const clientId = 'symptom-tracker';
  const clientSecret = 'only OAuth knows';
  const people: OAuthPerson[] = [];
  const requests: Record<string, string>[] = [];
  const issued: string[] = [];
  let next: OAuthPerson | 'deny' | 'page' = 'page';
  const asked = new Map<string, { service: Service; query: Query }>();
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();

  /** The invalid parameter of an authorization request; undefined if all are valid. */
  function faultOf({ strict }: Service, query: Query): string | undefined {
    const { code_challenge: challenge, code_challenge_method: method } = query;
    if (query.client_id !== clientId) return 'client_id';
    if (!redirectUris.includes(query.redirect_uri ?? '')) return 'redirect_uri';
    if ((query.response_type ?? 'code') !== 'code') return 'response_type';
    if (challenge ? method !== 'S256' : strict) return 'code_challenge';
    return undefined;
  }

  /** The redirect URI with a code or an error. */
  function wayBack(service: Service, query: Query, person: OAuthPerson | 'deny'): string {
    const url = new URL(query.redirect_uri ?? '');
    const code = randomUUID();
    const answer = person === 'deny' ? service.denial : { code };
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    if (query.state !== undefined) url.searchParams.set('state', query.state);
    if (person !== 'deny') {
      const scopes = new Set(query.scope?.split(/[ ,]/));
      codes.set(code, { service, person, query, scopes });
      url.hash = service.fragment ?? '';
    }
    return url.href;
  }

  /**
   * Returns the grant of a code, which can be used once. If the request is not valid, returns what is wrong with it.
   */
  function redeem(service: Service, input: Query, header = ''): Grant | 'client' | 'code' {
    const [basicId, basicSecret] = Buffer.from(header.replace(/^Basic /i, ''), 'base64')
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const inBody = header === '' && !service.strict;
    const id = inBody ? input.client_id : basicId;
    const secret = inBody ? input.client_secret : basicSecret;
    if (id !== clientId || secret !== clientSecret) return 'client';
    const grant = codes.get(input.code ?? '');
    if (grant?.service !== service || grant.query.redirect_uri !== input.redirect_uri) {
      return 'code';
    }
    const { code_challenge: challenge } = grant.query;
    const hash = createHash('sha256').update(input.code_verifier ?? '');
    if (challenge && hash.digest('base64url') !== challenge) return 'code';
    codes.delete(input.code ?? '');
    return grant;
  }

  const app = Fastify({ forceCloseConnections: true });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );

  for (const service of [gitHub, facebook, x]) {
    app.get(service.authorize, async (request, reply) => {
      const query = request.query as Record<string, string>;
      requests.push({ ...query });
      const fault = faultOf(service, query);
      if (fault) return reply.code(400).send(`The ${fault} is wrong`);
      if (next !== 'page') return reply.redirect(wayBack(service, query, next));
      const id = randomUUID();
      asked.set(id, { service, query });
      return reply.type('text/html').send(signInPage(service.title, `/sign-in/${id}`, people));
    });
    app.route({
      url: service.token,
      // Facebook documents GET but also accepts POST.
      method: service === facebook ? ['GET', 'POST'] : 'POST',
      handler: async (request, reply) => {
        const input = (request.body ?? request.query) as Query;
        const grant = redeem(service, input, request.headers.authorization);
        if (typeof grant === 'string') {
          const { status, body } = service.refusals[grant];
          return reply.code(status).send(body);
        }
        const access_token = randomUUID();
        tokens.set(access_token, grant);
        issued.push(access_token);
        return { access_token, token_type: 'bearer', scope: [...grant.scopes].join(' ') };
      },
    });
  }

  app.get<{ Params: { id: string } }>('/sign-in/:id', async (request, reply) => {
    const before = asked.get(request.params.id);
    if (!before) return reply.code(404).send('There is no such sign-in');
    const { person: id } = request.query as Query;
    const person = people.find((known) => known.id === id) ?? 'deny';
    return reply.redirect(wayBack(before.service, before.query, person));
  });

  /** Adds a route that requires a token of this service. An answer that is a number is an error status. */
  function tell(service: Service, path: string, answer: (g: Grant, q: Query) => object | number) {
    app.get(path, async (request, reply) => {
      const query = request.query as Query;
      const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
      const grant = tokens.get(bearer ?? query.access_token ?? '');
      const told = grant?.service === service ? answer(grant, query) : 401;
      return typeof told === 'number' ? reply.code(told).send({ message: 'Refused' }) : told;
    });
  }

  tell(gitHub, '/user', ({ person: { id, name } }) => {
    return { login: `person-${id}`, id: Number(id), type: 'User', name, email: null };
  });
  tell(gitHub, '/user/emails', ({ person: { id, email, emailVerified = true }, scopes }) => {
    if (!scopes.has('user:email')) return 404;
    // GitHub's noreply address receives no mail. It is listed first, so that a test fails if the app takes
    // it.
    const own = `${id}+person-${id}@users.noreply.github.com`;
    const known = { email, primary: true, verified: emailVerified, visibility: 'private' };
    const emails = [{ email: own, primary: false, verified: true, visibility: null }];
    return email ? [...emails, known] : emails;
  });
  tell(facebook, '/:version(^v\\d+\\.\\d+$)/me', ({ person, scopes }, query) => {
    const { id, name, email, emailVerified = true } = person;
    const fields = query.fields?.split(',') ?? ['name'];
    const told = { ...(fields.includes('name') && { name }), id };
    const tellsEmail = fields.includes('email') && scopes.has('email') && emailVerified;
    return tellsEmail && email ? { ...told, email } : told;
  });
  tell(x, '/2/users/me', ({ person, scopes }, query) => {
    const { id, name, email, emailVerified = true } = person;
    if (!scopes.has('users.read') || !scopes.has('tweet.read')) return 403;
    const told = { id, name, username: `person_${id}` };
    const fields = query['user.fields']?.split(',') ?? [];
    const tellsEmail = fields.includes('confirmed_email') && scopes.has('users.email');
    return {
      data: tellsEmail && email && emailVerified ? { ...told, confirmed_email: email } : told,
    };
  });

  const origin = await app.listen({ port, host: '127.0.0.1' });
  return {
    origin,
    clientId,
    clientSecret,
    redirectUris,
    people,
    requests,
    issued,
    signInAs: (person) => {
      next = person;
    },
    deny: () => {
      next = 'deny';
    },
    showPage: () => {
      next = 'page';
    },
    followSignIn,
    stop: () => app.close(),
  };
}
