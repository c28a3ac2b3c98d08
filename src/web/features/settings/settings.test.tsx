import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../testing/app.tsx';
import { answersFor, makePerson } from '../../testing/person.ts';
import { see } from '../../testing/screen.ts';

it('shows the switches that cannot be pressed yet, and describes the app', async () => {
  openApp('/dashboard?tab=settings', answersFor(makePerson()));
  await see('Data Management');
  for (const name of [
    'Daily Health Check-in',
    'Medication Reminders',
    'Exercise Reminders',
    'Weekly Health Report',
    'Share Data with Healthcare Providers',
  ]) {
    const control = page.getByRole('switch', { name: `${name} Not available yet` });
    await expect.element(control).not.toBeChecked();
    await expect.element(control).toBeDisabled();
  }
  await see('Please keep the reminders you use now.');
  await see('Version 1.0.0');
  await see(page.getByRole('link', { name: 'support@example.org' }));
});
