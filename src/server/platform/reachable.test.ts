import { expect, it } from 'vitest';
import { isReachable } from './reachable.ts';

it.each([
  'https://tracker.example.org',
  'https://tracker.example.org:8443',
  'https://tracker.example.org.',
  'https://8.8.8.8',
  'https://172.32.0.1',
  'https://[2606:4700::1111]',
  'https://home.arpa.example.org',
  'https://mylocal.org',
  'https://private.example.org',
])('others can reach %s', (origin) => {
  expect(isReachable(new URL(origin).origin)).toBe(true);
});

it.each([
  'http://tracker.example.org',
  'https://localhost',
  'https://tracker',
  'https://tracker.',
  'https://TRACKER.LOCAL',
  'https://tracker.local.',
  'https://tracker.internal',
  'https://tracker.home.arpa',
  'https://tracker.localhost',
  'https://tracker.lan',
  'https://tracker.localdomain',
  'https://tracker.intranet',
  'https://tracker.private',
  'https://127.0.0.1',
  'https://2130706433',
  'https://10.1.2.3',
  'https://172.16.0.1',
  'https://172.31.255.255',
  'https://192.168.1.20:3000',
  'https://169.254.1.1',
  'https://100.64.0.1',
  'https://0.0.0.0',
  'https://224.0.0.1',
  'https://[::1]',
  'https://[fe80::1]',
  'https://[fd00::1]',
  'https://[::ffff:8.8.8.8]',
  'https://[2001:db8::1]',
  'https://[2002:7f00:1::1]',
  'https://[2001:0:7f00:1::1]',
  'https://[3fff::1]',
  'https://192.88.99.1',
])('nobody else can reach %s', (origin) => {
  expect(isReachable(new URL(origin).origin)).toBe(false);
});
