import '@fontsource-variable/atkinson-hyperlegible-next';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/display.css';
import * as react from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { installSteadyPress } from '../ui/steady-press.ts';
import { closeApp, PHONE } from './app.tsx';
import { wantedNoise } from './console.ts';
import { NOW } from './person.ts';
import { resizeTo } from './screen.ts';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

// `main.tsx` does this once per page.
installSteadyPress(document);

// In development, React records a stack for each element, which takes a sixth of the tests' time. React stops recording
// once this count is high.
Object.defineProperty(
  (react as unknown as { [INTERNALS]: object })[INTERNALS],
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set: () => {} },
);

let heard: string[] = [];

beforeEach(() => {
  heard = [];
  for (const kind of ['error', 'warn'] as const) {
    vi.spyOn(console, kind).mockImplementation((...words) => void heard.push(words.join(' ')));
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
});

afterEach(async () => {
  const problems = closeApp();
  await resizeTo(PHONE.width, PHONE.height);
  vi.useRealTimers();
  vi.restoreAllMocks();
  const wanted = wantedNoise.splice(0);
  const unwanted = heard.filter((text) => !wanted.some((pattern) => pattern.test(text)));
  expect([...problems, ...unwanted]).toEqual([]);
});
