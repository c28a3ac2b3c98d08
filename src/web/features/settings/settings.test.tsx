import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../testing/app.tsx';
import { answersFor, makePerson } from '../../testing/person.ts';
import { see } from '../../testing/screen.ts';

it('shows the switches of the spec, which store nothing, and describes the app', async () => {
  openApp('/dashboard?tab=settings', answersFor(makePerson()));
  await see('Data Management');
  for (const [name, on] of [
    ['Daily Health Check-in', true],
    ['Medication Reminders', true],
    ['Exercise Reminders', false],
    ['Weekly Health Report', true],
    ['Share Data with Healthcare Providers', false],
    ['Analytics & Improvements', true],
  ] as const) {
    const control = page.getByRole('switch', { name });
    if (on) await expect.element(control).toBeChecked();
    else await expect.element(control).not.toBeChecked();
  }
  await page.getByRole('switch', { name: 'Exercise Reminders' }).click();
  await expect.element(page.getByRole('switch', { name: 'Exercise Reminders' })).toBeChecked();
  await see('Please keep your usual reminders.');
  await see('Version 1.0.0');
  await see(page.getByRole('link', { name: 'support@example.org' }));
});
