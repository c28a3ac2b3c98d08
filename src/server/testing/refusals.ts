import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Database } from '../platform/db/database.ts';
import { everythingStored } from './databases.ts';

/** Expects that a call was rejected with exactly this message, and that the answer contains nothing else. */
export function expectRefusal(
  response: LightMyRequestResponse,
  status: number,
  error: string,
): void {
  expect({ status: response.statusCode, body: bodyOf(response) }).toEqual({
    status,
    body: { error },
  });
  expect(faultOf(response)).toBeUndefined();
}

/** Expects that a call is rejected as invalid, with a message that contains this text, and that it stores nothing. */
export async function expectInvalid(
  db: Database,
  call: () => Promise<LightMyRequestResponse>,
  text: string,
): Promise<void> {
  const before = await everythingStored(db);
  const answer = await call();
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error).toContain(text);
  expect(faultOf(answer)).toBeUndefined();
  expect(await everythingStored(db)).toEqual(before);
}

/** What is wrong with the shape of an error response; undefined if it is valid. */
export function faultOf(response: LightMyRequestResponse): string | undefined {
  const { headers } = response;
  const body = bodyOf(response);
  if (!/^application\/json(;|$)/.test(String(headers['content-type']))) return 'is not JSON';
  if (typeof body !== 'object' || body === null) return 'is not an object';
  if (Object.keys(body).join() !== 'error') return `has the keys ${Object.keys(body)}`;
  if (!('error' in body) || typeof body.error !== 'string' || body.error === '') {
    return 'has no error text';
  }
  return undefined;
}

/** The parts of a response by which a caller could tell it from another one: all but the Date header. */
export function wholeAnswer(response: LightMyRequestResponse) {
  const { date, ...headers } = response.headers;
  return { status: response.statusCode, headers, body: response.body };
}

function bodyOf(response: LightMyRequestResponse): unknown {
  return response.body === '' ? undefined : response.json();
}
