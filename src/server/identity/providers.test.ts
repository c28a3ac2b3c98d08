import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { providers } from './providers.ts';

/** Starts a provider's server for a single test and returns the settings that point to it. */
async function serverThat(answers: RequestListener) {
  const server = createServer(answers).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, clientId: 'ours', clientSecret: 'secret' };
}

const JSON_TYPE = { 'content-type': 'application/json' };

it('rejects a discovery document that names another issuer', async () => {
  let named = 'https://accounts.google.com';
  const settings = await serverThat((_request, response) => {
    const metadata = { issuer: named, authorization_endpoint: named, token_endpoint: named };
    response.writeHead(200, JSON_TYPE).end(JSON.stringify(metadata));
  });
  await expect(providers.google.connect(settings)).rejects.toMatchObject({
    code: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  });
  named = settings.url;
  expect((await providers.google.connect(settings)).serverMetadata().issuer).toBe(named);
});

it('follows no redirect when it queries the identity', async () => {
  const asked: string[] = [];
  const settings = await serverThat(({ url = '' }, response) => {
    asked.push(url);
    if (url === '/user') response.writeHead(302, { location: '/elsewhere' }).end();
    else response.writeHead(200, JSON_TYPE).end('{"id":1,"login":"ada"}');
  });
  const server = await providers.github.connect(settings);
  const token = { accessToken: 'token', claims: undefined };
  await expect(providers.github.whoIs(token, server, settings)).rejects.toThrow('answered 302');
  expect(asked).toEqual(['/user']);
});
