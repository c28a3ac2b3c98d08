import { expect, it } from 'vitest';
import { pushMessage } from './message.ts';

const PUBLIC_URL = 'https://tracker.example.org';

it('a message has the declarative form, with an absolute URL of the app', () => {
  const notification = { title: 'Time for your 8:00 entry', body: 'Press to open', tag: 'form' };
  expect(
    pushMessage({ ...notification, silent: true, path: '/overview?at=8#log' }, PUBLIC_URL),
  ).toEqual({
    web_push: 8030,
    notification: {
      ...notification,
      silent: true,
      navigate: 'https://tracker.example.org/overview?at=8#log',
    },
  });
});

it.each([
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example',
  'https://evil.example/',
  'https://tracker.example.org.evil.example/',
  'overview',
  'javascript:alert(1)',
  '',
])('a message never leads out of the app: %j', (path) => {
  expect(() => pushMessage({ title: 'Time for your entry', path }, PUBLIC_URL)).toThrow(RangeError);
});
