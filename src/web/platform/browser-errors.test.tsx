import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { expectConsole } from '../testing/console.ts';
import { answersFor, makePerson } from '../testing/person.ts';
import { see } from '../testing/screen.ts';
import { type FakeServer, lost } from '../testing/server.ts';
import { allowAnalytics } from './analytics.ts';
import { noteErrors } from './note-errors.ts';
import { makeReporter } from './report-error.ts';

const SETTINGS = '/dashboard?tab=settings';
const ANSWERS = { ...answersFor(makePerson()), reportError: {} };

let lines = 0;

/** A new error whose stack has a new line number, so that the page does not take it for a repeated error. */
function newError(message = "Cannot read properties of undefined (reading 'Planted')"): TypeError {
  lines += 1;
  const error = new TypeError(message);
  const address = `${location.origin}/assets/settings-AbCdEf12.js:${lines}:7`;
  error.stack = `TypeError: ${message}\n    at Planted (${address})`;
  return error;
}

function reportsIn(server: FakeServer) {
  return server.inputsOf('reportError');
}

const control = () => page.getByRole('switch', { name: 'Analytics & Improvements' });

async function openSettings(answers = ANSWERS): Promise<FakeServer> {
  const server = openApp(SETTINGS, answers);
  await see('Privacy & Security');
  return server;
}

// Resets the choice of the previous test, which is in memory and in local storage.
beforeEach(() => {
  allowAnalytics(true);
  localStorage.clear();
});

describe('the switch', () => {
  it('is on until the person turns it off, and this device keeps the choice', async () => {
    await openSettings();
    await expect.element(control()).toBeChecked();
    await control().click();
    await expect.element(control()).not.toBeChecked();
    expect(localStorage.getItem('allowAnalytics')).toBe('false');
    await openSettings();
    await expect.element(control()).not.toBeChecked();
    await control().click();
    await openSettings();
    await expect.element(control()).toBeChecked();
  });

  it('takes effect with the next error', async () => {
    const server = await openSettings();
    const report = makeReporter();
    await control().click();
    await expect.element(control()).not.toBeChecked();
    report(newError());
    expect(reportsIn(server)).toEqual([]);
    await control().click();
    await expect.element(control()).toBeChecked();
    report(newError());
    expect(reportsIn(server)).toHaveLength(1);
  });
});

describe('an error', () => {
  it('is reported once, without a session and without what it quotes', async () => {
    const server = await openSettings();
    const sent = vi.spyOn(window, 'fetch');
    const report = makeReporter();
    const error = newError();
    report(error);
    report(error);
    expect(reportsIn(server)).toEqual([
      {
        type: 'TypeError',
        message: 'Cannot read properties of undefined',
        places: [`settings-AbCdEf12.js:${lines}:7`],
        browser: expect.stringMatching(/^Chrome \d+ on /),
      },
    ]);
    expect(sent.mock.calls[0]?.[1]).toMatchObject({ keepalive: true, credentials: 'omit' });
    expect(JSON.stringify(sent.mock.calls)).not.toContain('Planted');
  });

  it('is not reported after five other ones of the same page load', async () => {
    const server = await openSettings();
    const report = makeReporter();
    for (let count = 0; count < 7; count += 1) report(newError());
    expect(reportsIn(server)).toHaveLength(5);
  });

  it('is not reported offline', async () => {
    const server = await openSettings();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    makeReporter()(newError());
    expect(reportsIn(server)).toEqual([]);
  });

  it('causes no other error if its report is lost', async () => {
    const server = await openSettings({ ...ANSWERS, reportError: lost });
    const unhandled = vi.fn();
    window.addEventListener('unhandledrejection', unhandled);
    makeReporter()(newError());
    await control().click();
    await expect.element(control()).not.toBeChecked();
    window.removeEventListener('unhandledrejection', unhandled);
    expect(reportsIn(server)).toHaveLength(1);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('that a screen throws is reported, and the error screen appears', async () => {
    expectConsole(/Cannot read properties of undefined/);
    const error = newError();
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function fail() {
      throw error;
    });
    const server = openApp('/dashboard?tab=profile', ANSWERS);
    await see('Something went wrong');
    await vi.waitFor(() => expect(reportsIn(server)).toHaveLength(1));
    expect(reportsIn(server)[0]?.places).toEqual([`settings-AbCdEf12.js:${lines}:7`]);
  });
});

describe('uncaught errors', () => {
  let listeners: Record<string, (event: object) => void>;

  // The listeners are called directly, because real uncaught errors would fail the test.
  beforeEach(() => {
    listeners = {};
    vi.spyOn(window, 'addEventListener').mockImplementation((kind, listener) => {
      listeners[kind] = listener as (event: object) => void;
    });
    noteErrors();
    vi.mocked(window.addEventListener).mockRestore();
  });

  afterEach(() => expect(Object.keys(listeners)).toEqual(['error', 'unhandledrejection']));

  it('are reported, thrown or rejected', async () => {
    const server = await openSettings();
    listeners.error?.({ error: newError() });
    await vi.waitFor(() => expect(reportsIn(server)).toHaveLength(1));
    listeners.unhandledrejection?.({ reason: newError() });
    await vi.waitFor(() => expect(reportsIn(server)).toHaveLength(2));
    // Errors of other origins have no error object.
    listeners.error?.({ error: null });
  });
});
