import { expect, it } from 'vitest';
import { ApiError, messageOf, serverMessage } from './client.ts';

const OURS = { error: 'The server is busy.' };

it.each([
  ['our server rejects the call', new ApiError(400, OURS), OURS.error, OURS.error],
  ['our server fails', new ApiError(503, OURS), OURS.error, 'Sign in failed'],
  ['a proxy rejects the call', new ApiError(403, undefined), 'Sign in failed', 'Sign in failed'],
  ['a proxy fails', new ApiError(502, {}), 'Sign in failed', 'Sign in failed'],
  ['nobody answers', new TypeError('Failed to fetch'), 'Sign in failed', 'Sign in failed'],
])('chooses the words if %s', (_, error, byServer, byRejection) => {
  expect(serverMessage(error, 'Sign in failed')).toBe(byServer);
  expect(messageOf(error, 'Sign in failed')).toBe(byRejection);
});
