import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type CallName, calls } from '../contract/calls.ts';
import { endpoints } from '../contract/endpoints.ts';
import { Browser, testApp } from './testing/app.ts';
import { onSqlite } from './testing/databases.ts';
import { VERSION } from './version.ts';

onSqlite((place) => {
  const test = testApp(place);

  it('reports that it is healthy while the database answers', async () => {
    const response = await new Browser(test).send({ method: 'GET', url: '/healthz' });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { status: 'ok', version: VERSION },
    ]);
  });

  it('describes every call of the contract in openapi.json, and no other', async () => {
    const response = await new Browser(test).send({ method: 'GET', url: '/api/openapi.json' });
    expect(response.statusCode).toBe(200);
    const { openapi, paths } = response.json();
    expect(openapi).toBe('3.1.0');
    const described = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => [
          operationId,
          { method: method.toUpperCase(), path },
        ]),
    );
    expect(Object.fromEntries(described)).toEqual(calls);
    expect(described).toHaveLength(Object.keys(calls).length);
  });

  it('describes the input, the response and the errors of each call', async () => {
    const response = await new Browser(test).send({ method: 'GET', url: '/api/openapi.json' });
    const { post } = response.json().paths['/api/deleteSymptom'];
    expect(post.requestBody.content['application/json'].schema.required).toEqual([
      'userId',
      'symptomNumber',
    ]);
    expect(Object.keys(post.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '500',
      '503',
    ]);
    expect(post.responses[404].description).toBe('User not found');
  });

  it('describes which calls need the session cookie, and which have no body', async () => {
    const response = await new Browser(test).send({ method: 'GET', url: '/api/openapi.json' });
    const { components, paths } = response.json();
    expect(components.securitySchemes).toEqual({
      session: { type: 'apiKey', in: 'cookie', name: 'session' },
    });
    for (const [name, { path, method }] of Object.entries(calls)) {
      const described = paths[path][method.toLowerCase()];
      const security =
        endpoints[name as CallName].session === 'none' ? undefined : [{ session: [] }];
      expect(described.security, name).toEqual(security);
      expect('413' in described.responses, name).toBe(method === 'POST');
    }
  });

  describe('an unknown URL', () => {
    it.each([
      ['GET', '/api/getUser'],
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/API/config'],
      ['GET', '/api?then=/dashboard'],
      ['GET', '/api/saveSymptomForm'],
      ['POST', '/api/getUserForms'],
      ['POST', '/dashboard'],
      ['GET', '/no-such-file.js'],
      ['OPTIONS', '/api/config'],
      ['TRACE', '/api/config'],
      ['GET', '/../package.json'],
      ['GET', '/%2e%2e/package.json'],
    ] as const)('%s %s answers 404 with {error}', async (method, url) => {
      const response = await new Browser(test).send({
        method,
        url,
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/json' },
          payload: '{}',
        }),
      });
      expect([response.statusCode, response.json()]).toEqual([404, { error: 'Page not found.' }]);
    });

    it.each(['/api/%zz', '/%', '/api/getUserForms/%C0'])(
      'GET %s, which is malformed, answers only with {error}',
      async (url) => {
        const response = await new Browser(test).send({ method: 'GET', url });
        expect(response.statusCode).toBeGreaterThanOrEqual(400);
        expect(response.statusCode).toBeLessThan(500);
        expect(Object.keys(response.json())).toEqual(['error']);
        expect(response.headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        });
      },
    );
  });

  it('answers bytes that are not a valid request only with {error}', async () => {
    const { hostname, port } = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }));
    const [length, chunked] = ['content-length: 2', 'transfer-encoding: chunked'];
    const post = 'POST /api/auth/signOut HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const unreadable: [string, number][] = [
      ['nonsense\r\n\r\n', 400],
      // A proxy and the server might disagree on where such a request ends (request smuggling).
      [`${post}${length}\r\n${chunked}\r\n\r\n0\r\n\r\n`, 400],
      [`${post}${length}\r\ncontent-length: 3\r\n\r\n{}\n`, 400],
      ['GET /api/config HTTP/1.1\r\nhost: x\r\nx: a\nb: c\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ];
    for (const [sent, status] of unreadable) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(sent);
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      expect(head.split(' ')[1]).toBe(String(status));
      expect(head).toContain('x-content-type-options: nosniff');
      expect(Object.keys(JSON.parse(body))).toEqual(['error']);
    }
  });
});
