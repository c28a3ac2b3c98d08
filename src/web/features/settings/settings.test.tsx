import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../testing/app.tsx';
import { answersFor, makePerson } from '../../testing/person.ts';
import { see } from '../../testing/screen.ts';

it('shows the switches of the spec, one of which cannot be pressed yet, and describes the app', async () => {
  openApp('/dashboard?tab=settings', answersFor(makePerson()));
  await see('Data Management');
  const sharing = 'Share Data with Healthcare Providers Not available yet';
  await expect.element(page.getByRole('switch', { name: sharing })).not.toBeChecked();
  await expect.element(page.getByRole('switch', { name: sharing })).toBeDisabled();
  for (const name of [/^Daily Health Check-in/, /^Medication/, /^Exercise/, /^Weekly Health/]) {
    await expect.element(page.getByRole('switch', { name })).not.toBeChecked();
  }
  await see('Version 1.0.0');
  await see(page.getByRole('link', { name: 'support@example.org' }));
});
