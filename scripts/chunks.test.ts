import { expect, it } from 'vitest';
import { chunksOf } from './chunks.ts';

/** What each module imports. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  start: ['react', 'button'],
  signIn: ['button', 'field', 'auth-page', 'provider'],
  signUp: ['auth-page', 'birthday', 'device-zone'],
  dashboard: ['button', 'field', 'device-zone', 'form-row', 'zone', 'severity', 'lines'],
  'form-row': ['zone'],
  lines: ['plot', 'severity'],
  plot: ['d3', 'zone'],
  shared: ['react', 'lines', 'zone', 'visit-page'],
  settings: ['form-row', 'reminder'],
};

it('puts each module by what the screens import', () => {
  const screens = {
    start: 'start',
    signIn: 'signIn',
    signUp: 'signUp',
    dashboard: 'dashboard',
    shared: 'shared',
  };
  const chunks = chunksOf(screens, (module) => IMPORTS[module] ?? []);
  expect(Object.fromEntries(chunks)).toEqual({
    // Every page starts with it.
    start: 'base',
    react: 'base',
    button: 'base',
    // Two of sign-in, sign-up and dashboard share it.
    field: 'base',
    'auth-page': 'base',
    'device-zone': 'base',
    // The dashboard shares it with the page of a link.
    zone: 'figures',
    severity: 'figures',
    dashboard: 'tracker',
    'form-row': 'tracker',
    lines: 'figures',
    plot: 'figures',
    d3: 'figures',
    // Not here: what is only of sign-in, of sign-up, of the page of a link, or of the settings.
  });
});
