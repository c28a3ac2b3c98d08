import { expect, it } from 'vitest';
import { isNtfyTopic, ntfyOrigin } from './ntfy.ts';

it.each([
  ['https://ntfy.sh', 'https://ntfy.sh'],
  [' HTTPS://Ntfy.Sh/ ', 'https://ntfy.sh'],
  ['http://192.168.1.20:8080', 'http://192.168.1.20:8080'],
  ['https://[fd00::1]:8443/', 'https://[fd00::1]:8443'],
  ['https://ntfy.münchen.example', 'https://ntfy.münchen.example'],
])('the server of %j is %s', (text, origin) => {
  expect(ntfyOrigin(text)).toBe(origin);
});

it.each([
  ...['', 'ntfy.sh', 'ftp://ntfy.sh', 'https://', 'https://ntfy.sh/topic', 'https://ntfy.sh?a=b'],
  ...['https://ntfy.sh#a', 'https://me:secret@ntfy.sh', 'https://ntfy.sh:', 'https://ntfy .sh'],
  ...['https://ntfy.sh\\@10.0.0.1', 'https://ntfy.sh\0', 'https://ntfy.sh%2f', 'https://ntfy.sh//'],
])('%j is no server', (text) => {
  expect(ntfyOrigin(text)).toBeUndefined();
});

it('a topic has 1 to 64 letters, digits, - and _', () => {
  for (const topic of ['a', 'k7md-xq2p', 'My_Topic', 'x'.repeat(64)]) {
    expect(isNtfyTopic(topic)).toBe(true);
  }
  for (const topic of ['', 'my topic', 'a/b', 'tópico', 'a\n', 'x'.repeat(65)]) {
    expect(isNtfyTopic(topic)).toBe(false);
  }
});
