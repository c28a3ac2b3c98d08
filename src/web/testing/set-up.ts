import '@fontsource-variable/atkinson-hyperlegible-next';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/display.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { installSteadyPress } from '../ui/steady-press.ts';
import { closeApp, PHONE } from './app.tsx';
import { wantedNoise } from './console.ts';
import { NOW } from './person.ts';

// `main.tsx` does this once per page.
installSteadyPress(document);

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
  await page.viewport(PHONE.width, PHONE.height);
  vi.useRealTimers();
  vi.restoreAllMocks();
  const wanted = wantedNoise.splice(0);
  const unwanted = heard.filter((text) => !wanted.some((pattern) => pattern.test(text)));
  expect([...problems, ...unwanted]).toEqual([]);
});
