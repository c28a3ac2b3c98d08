import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { see } from '../testing/screen.ts';

it('shows the switches of the spec, and describes the app', async () => {
  openApp('/dashboard?tab=settings', answersFor(makePerson()));
  await see('Data Management');
  for (const name of [
    /^Share Data with Healthcare Providers/,
    /^Daily Health Check-in/,
    /^Medication/,
    /^Exercise/,
    /^Weekly Health/,
  ]) {
    await expect.element(page.getByRole('switch', { name })).not.toBeChecked();
  }
  await see('Version 1.0.0');
  await see(page.getByRole('link', { name: 'support@example.org' }));
});
