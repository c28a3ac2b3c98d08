import { useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson, NOBODY } from '../testing/person.ts';
import {
  alert,
  button,
  dialog,
  field,
  hold,
  keys,
  logOut,
  openDisplay,
  see,
  seeCount,
  seeNot,
  tab,
} from '../testing/screen.ts';
import { lost, refuse } from '../testing/server.ts';
import { navigate, useAsked } from './navigation.tsx';

const PERSON = makePerson();
const ANSWERS = answersFor(PERSON);
const SIGNED_OUT = { ...NOBODY, getSession: refuse('signedOut') };
const larger = page.getByRole('switch', { name: 'Larger text' });
const contrast = page.getByRole('switch', { name: 'High contrast' });

it('a tab is in the URL but adds no history entry', async () => {
  openApp('/dashboard', ANSWERS);
  await see(button('Track Symptoms'));
  const steps = history.length;
  await tab('Settings').click();
  await see('Data Management');
  expect(location.search).toBe('?tab=settings');
  expect(document.title).toBe('Settings – Symptom Tracker');
  await tab('Symptom Overview').click();
  await see(button('Track Symptoms'));
  expect(location.search).toBe('');
  expect(history.length).toBe(steps);
});

it.each([
  ['happens once', '?tab=settings&asked', 1, '?tab=settings'],
  ['does not happen if the person has gone on to another tab before', '', 0, ''],
] as const)('what the address asks for %s', async (_, before, times, left) => {
  let count = 0;
  const ran = vi.fn();
  function Asked() {
    // Layout effects run before other effects, as a press may.
    useLayoutEffect(() => navigate(`/dashboard${before}`, { replace: true }), []);
    useAsked('asked', () => void count++);
    useEffect(ran, []);
    return null;
  }
  history.replaceState(null, '', '/dashboard?tab=settings&asked');
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(<Asked />);
  await expect.poll(() => ran.mock.calls.length).toBe(1);
  expect([location.search, count]).toEqual([left, times]);
});

it('a tab is mounted on its first visit, and stays out of reach while another one is selected', async () => {
  openApp('/dashboard', ANSWERS);
  await see(button('Track Symptoms'));
  const panels = () => document.querySelectorAll('main > .stack > .segment-panel');
  expect(panels()).toHaveLength(1);
  const track = button('Track Symptoms').element() as HTMLElement;
  await tab('Settings').click();
  await see('Data Management');
  expect(panels()).toHaveLength(2);
  expect(track.isConnected).toBe(true);
  expect(track.checkVisibility()).toBe(false);
  expect(track.closest('[hidden]')).not.toBeNull();
  track.focus();
  await expect.element(tab('Settings')).toHaveFocus();
  await seeCount(button('Track Symptoms'), 0);
  await seeCount(page.getByRole('tabpanel'), 1);
  await tab('Symptom Overview').click();
  await see(button('Track Symptoms'));
  expect(button('Track Symptoms').element()).toBe(track);
  await keys('{Tab}');
  await expect.element(button('Track Symptoms')).toHaveFocus();
});

it.each(['/', '/signin', '/signup'])('%s redirects a signed-in person', async (path) => {
  openApp(path, ANSWERS);
  await see(button('Track Symptoms'));
  expect(location.pathname).toBe('/dashboard');
});

it.each(['/', '/dashboard?tab=profile'])('%s redirects everybody else to sign in', async (path) => {
  openApp(path, SIGNED_OUT);
  await see('Sign in to your account');
  await see('This is not medical advice.');
  expect(location.pathname).toBe('/signin');
});

it('the page says that it is loading until the session is known', async () => {
  const { held, goOn } = hold();
  openApp('/dashboard', {
    ...NOBODY,
    getSession: async () => {
      await held;
      return refuse('signedOut');
    },
  });
  await see('Loading...');
  goOn();
  await see('Sign in to your account');
});

it('an unreachable server is reported and retried', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 20,
  });
  const server = openApp('/dashboard', { ...NOBODY, getSession: lost });
  await vi.advanceTimersByTimeAsync(4000);
  await expect.element(alert()).toHaveTextContent('We can’t reach the server right now.');
  const asked = server.inputsOf('getSession').length;
  await button('Try again').click();
  await expect.poll(() => server.inputsOf('getSession').length).toBeGreaterThan(asked);
  // The page recovers by itself.
  server.answer({ getSession: refuse('signedOut') });
  await see('Sign in to your account');
});

it('an address with a slash at its end is the same screen', async () => {
  openApp('/signin/', SIGNED_OUT);
  await see('Sign in to your account');
});

it('an unknown address shows the error screen', async () => {
  openApp('/nowhere', SIGNED_OUT);
  await see(page.getByRole('heading', { name: 'Page not found' }));
  await see('There is no page at this address.');
  await see('This is not medical advice.');
});

it('the header shows the person’s name and a failed log-out', async () => {
  openApp('/dashboard', { ...ANSWERS, signOut: lost });
  await see(page.getByText('Welcome, Ada', { exact: true }));
  await logOut();
  await expect
    .element(alert())
    .toHaveTextContent(
      'We couldn’t log you out. Please try again.You are still signed in. The offline copy of your data was removed from this device.',
    );
});

it('a log-out is confirmed first', async () => {
  const server = openApp('/dashboard', { ...ANSWERS, signOut: {} });
  await button('Logout').click();
  await see('You will have to sign in again on this device.');
  await button('Stay signed in').click();
  await seeNot(dialog());
  expect(server.inputsOf('signOut')).toEqual([]);
  await logOut();
  await see('Sign in to your account');
});

it('the display options are kept with the account, and shown on the next device', async () => {
  const server = openApp('/dashboard', ANSWERS);
  await openDisplay();
  await larger.click();
  await expect
    .poll(() => server.inputsOf('updateProfile'))
    .toMatchObject([{ display: ['largeText'] }]);
  localStorage.clear();
  document.documentElement.removeAttribute('data-largetext');
  const person = makePerson({ display: ['largeText'] });
  openApp('/dashboard', answersFor(person));
  await see(button('Track Symptoms'));
  await expect.poll(() => document.documentElement.hasAttribute('data-largetext')).toBe(true);
});

it('the display options of one person do not reach another person on the same device', async () => {
  openApp('/dashboard', ANSWERS);
  await openDisplay();
  await larger.click();
  const other = openApp('/dashboard', answersFor(makePerson({ email: 'jean@example.org' })));
  await see(button('Track Symptoms'));
  await expect.poll(() => document.documentElement.hasAttribute('data-largetext')).toBe(false);
  expect(other.inputsOf('updateProfile')).toEqual([]);
});

it('display options that could not be sent are sent the next time', async () => {
  const server = openApp('/dashboard', { ...ANSWERS, updateProfile: lost });
  await openDisplay();
  await larger.click();
  await expect.poll(() => server.inputsOf('updateProfile').length).toBe(1);
  const person = makePerson({ display: [], userId: PERSON.profile.userId });
  const later = openApp('/dashboard', answersFor(person));
  await expect
    .poll(() => later.inputsOf('updateProfile')[0])
    .toMatchObject({ display: ['largeText'] });
  expect(document.documentElement.hasAttribute('data-largetext')).toBe(true);
});

it('a double click is one press', async () => {
  openApp('/signin', SIGNED_OUT);
  await field('Password', true).fill('steady as she goes');
  await button('Show').dblClick();
  await expect.element(field('Password', true)).toHaveAttribute('type', 'text');
  await openDisplay();
  await contrast.dblClick();
  await expect.element(contrast).toBeChecked();
});

it('a press is one press even on a slow phone', async () => {
  openApp('/signin', SIGNED_OUT);
  await see(button('Show'));
  let clicks = 0;
  // This blocks the page long enough for the browser's own click to arrive late, after the finger has left.
  button('Show')
    .element()
    .addEventListener('click', () => {
      clicks += 1;
      const begun = performance.now();
      while (performance.now() - begun < 900);
    });
  await button('Show').click();
  await see(button('Hide'));
  await field('Email').click();
  await see(button('Hide'));
  expect(clicks).toBe(1);
});

it('larger text, high contrast and large controls are stored and applied to every page', async () => {
  openApp('/signin', SIGNED_OUT);
  await openDisplay();
  for (const { key, name } of [
    { key: 'largetext', name: 'Larger text' },
    { key: 'highcontrast', name: 'High contrast' },
    { key: 'largecontrols', name: 'Large controls' },
  ]) {
    await page.getByRole('switch', { name }).click();
    expect(document.documentElement.hasAttribute(`data-${key}`)).toBe(true);
  }
  expect(getComputedStyle(document.body).fontSize).toBe('25px');
  openApp('/dashboard', ANSWERS);
  await see(button('Track Symptoms'));
  await openDisplay();
  await expect.element(larger).toBeChecked();
  expect(getComputedStyle(document.body).fontSize).toBe('25px');
});

it('the switches match the page in a browser that blocks storage', async () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Refused', 'SecurityError');
    });
  }
  openApp('/signin', SIGNED_OUT);
  await openDisplay();
  await larger.click();
  await button('Close').click();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await see(field('First Name'));
  await openDisplay();
  await expect.element(larger).toBeChecked();
  await contrast.click();
  expect(document.documentElement.hasAttribute('data-largetext')).toBe(true);
});

it('a new screen receives the focus, so that the keyboard starts at its top', async () => {
  openApp('/signin', SIGNED_OUT);
  await see('Sign in to your account');
  await expect.element(page.getByRole('main')).toHaveFocus();
  await keys('{Tab}');
  await expect.element(field('Email')).toHaveFocus();
  await userEvent.click(page.getByRole('link', { name: 'Sign up' }));
  await see(field('First Name'));
  await seeNot('Sign in to your account');
});
