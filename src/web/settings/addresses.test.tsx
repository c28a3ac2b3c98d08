import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, dialog, keys, see, seeNot } from '../testing/screen.ts';

const ANSWERS = { ...answersFor(makePerson()), getActivity: [] };
const SETTINGS = '/dashboard?tab=settings';
const ACTIVITY = `${SETTINGS}&open=activity`;
const here = () => `${location.pathname}${location.search}`;
const row = button('Account activity');
const shown = page.getByRole('dialog', { name: 'Account activity' });

it('a row opens a dialog with an address, which Back closes and Forward opens again', async () => {
  openApp(SETTINGS, ANSWERS);
  await row.click();
  await see(shown);
  expect(here()).toBe(ACTIVITY);
  history.back();
  await seeNot(dialog());
  expect(here()).toBe(SETTINGS);
  await expect.element(row).toHaveFocus();
  history.forward();
  await see(shown);
});

it('Close and Escape go back to the settings, and a second press goes no further', async () => {
  openApp(SETTINGS, ANSWERS);
  await see(row);
  const steps = history.length;
  await row.click();
  await see(shown);
  const close = button('Close').element() as HTMLElement;
  close.click();
  close.click();
  await seeNot(dialog());
  expect(here()).toBe(SETTINGS);
  await expect.element(row).toHaveFocus();
  await keys('{Enter}');
  await see(shown);
  await keys('{Escape}');
  await seeNot(dialog());
  expect(here()).toBe(SETTINGS);
  expect(history.length).toBeLessThanOrEqual(steps + 1);
});

it('a pasted address opens the dialog, and Close shows the settings below it', async () => {
  openApp(ACTIVITY, ANSWERS);
  await see(shown);
  await button('Close').click();
  await seeNot(dialog());
  expect(here()).toBe(SETTINGS);
  await see('Data Management');
});

it('an address of no dialog shows the settings', async () => {
  openApp(`${SETTINGS}&open=nothing`, ANSWERS);
  await see('Data Management');
  await seeNot(dialog());
});
