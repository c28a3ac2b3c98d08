import { expect } from 'vitest';
import type { Answer } from '../../contract/endpoints.ts';
import { Browser, freshUser, type TestApp, type TestUser } from './app.ts';
import { NO_NOTES } from './sharing.ts';

export interface TestHealthLink extends Answer<'makeHealthLink'> {
  /** The path of the file, with its secret. */
  readonly path: string;
  readonly payload: {
    readonly url: string;
    readonly flag: string;
    readonly key: string;
    readonly exp: number;
    readonly label: string;
    readonly v: number;
  };
}

/** A health link of a report without notes. */
export async function madeHealthLink(
  { browser, userId }: TestUser,
  other: object = {},
): Promise<TestHealthLink> {
  const answer = await browser.call('makeHealthLink', { userId, scope: NO_NOTES, ...other });
  expect(answer.json()).not.toHaveProperty('error');
  const made: Answer<'makeHealthLink'> = answer.json();
  const [, text = ''] = made.link.split('shlink:/');
  const payload = JSON.parse(Buffer.from(text, 'base64url').toString());
  return { ...made, payload, path: new URL(payload.url).pathname };
}

/** The file of a health link, collected by a clinic's system. */
export async function collected(test: TestApp, { path }: TestHealthLink): Promise<string> {
  const url = `${path}?recipient=Verona%20Health`;
  const answer = await new Browser(test).send({ method: 'GET', url });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

export async function userWithHealthLink(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test, ['Tremor']);
  const { healthLinkId } = await madeHealthLink(user);
  return { ...user, healthLinkId };
}
