import * as client from 'openid-client';

/** What tests ask a provider that stands in for, without an app of ours. */

export const CALLBACK = 'http://localhost:3999/callback';

/** An authorization request, and what its answer is checked against. */
export async function request(config: client.Configuration, parameters: Record<string, string>) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  return { url, checks: { pkceCodeVerifier, expectedState } };
}

/** A browser without a screen: where it ends up, and the buttons of the page it shows. */
export async function visit(address: URL | string, cookies: string[] = []) {
  let url = new URL(address);
  const { origin } = url;
  let page = '';
  while (url.origin === origin && page === '') {
    const headers = { cookie: cookies.join('; ') };
    const response = await fetch(url, { redirect: 'manual', headers });
    cookies.push(...response.headers.getSetCookie().map((set) => set.replace(/;.*/, '')));
    if (response.ok) page = await response.text();
    else url = new URL(response.headers.get('location') ?? '', url);
  }
  const action = new URL(/<form action="(.*?)">/.exec(page)?.[1] ?? '', url);
  const buttons = page.matchAll(/<button name="person" value="(.*?)">(.*?)<\/button>/g);
  const press = Object.fromEntries(
    [...buttons].map(([, person, label]) => {
      return [label, () => visit(new URL(`?person=${person}`, action), cookies)];
    }),
  );
  return { url, press };
}
