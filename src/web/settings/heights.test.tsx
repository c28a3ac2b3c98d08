import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { makeMedication, medicationKeeper } from '../testing/medication-keeper.ts';
import { makePerson, makeSession, PLAIN } from '../testing/person.ts';
import { answersForReminders, makeReminders } from '../testing/reminders.ts';
import { button, resizeTo, see } from '../testing/screen.ts';

/** The heights of the settings and of the profile, with data like that of the demonstration. */

const PERSON = makePerson({ email: 'demo@example.org', past: ['Poor sleep'] });
const LEVODOPA = makeMedication({
  times: ['08:00', '12:00', '16:00', '20:00'].map((time) => {
    return { time, amount: time === '20:00' ? 0.5 : 1 };
  }),
});
const RASAGILINE = makeMedication({
  name: 'Rasagiline',
  strength: 1,
  times: [{ time: '08:00', amount: 1 }],
});
const ANSWERS = {
  ...medicationKeeper(PERSON, [
    LEVODOPA,
    RASAGILINE,
    { ...LEVODOPA, from: '2026-10-01', strength: 50 },
  ]),
  ...answersForReminders(makeReminders({ canMail: false })),
  getConfig: { ...PLAIN, signInLink: false },
  getSessions: [makeSession({ isThis: true }), makeSession()],
  getActivity: [
    {
      ...{ id: crypto.randomUUID(), at: '2026-11-18T13:01:00Z', kind: 'signedIn' as const },
      ...{ count: 1, detail: 'password', actor: 'self' as const },
    },
  ],
};

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

async function expectHeight(atMost: number): Promise<void> {
  const height = () => document.documentElement.scrollHeight;
  // A change of the width is drawn a moment later.
  await expect.poll(height).toBeLessThanOrEqual(atMost);
  // Otherwise parts are missing, or the bound is of no use any more.
  expect(height()).toBeGreaterThan(atMost - 100);
}

it.each([
  { ...sizes[0], atMost: 2490 },
  { ...sizes[1], atMost: 1500 },
] as const)(
  'the settings are at most $atMost px tall at $width px, with all that stays in sight',
  async ({ width = 0, height = 0, atMost }) => {
    openApp('/dashboard?tab=settings', ANSWERS);
    await resizeTo(width, height);
    await see('2 devices');
    await see('Last sign-in: 8:01 AM');
    await see('This server has no email.');
    await expect.poll(() => page.getByRole('switch').elements().length).toBe(9);
    for (const shown of ['Download PDF', 'Delete Account']) await see(button(shown));
    await see('Version 1.0.0');
    await see(page.getByRole('link', { name: 'support@example.org' }));
    await expectHeight(atMost);
  },
);

it('the columns of the settings end at about the same height', async () => {
  openApp('/dashboard?tab=settings', ANSWERS);
  await resizeTo(1280, 900);
  await see('2 devices');
  const bottom = (name: string) =>
    page.getByRole('region', { name, exact: true }).element().getBoundingClientRect().bottom;
  expect(Math.abs(bottom('Notifications') - bottom('Account'))).toBeLessThan(112);
});

it.each([
  { ...sizes[0], atMost: 2030 },
  { ...sizes[1], atMost: 1320 },
] as const)(
  'the profile is at most $atMost px tall at $width px',
  async ({ width = 0, height = 0, atMost }) => {
    openApp('/dashboard?tab=profile', ANSWERS);
    await resizeTo(width, height);
    await see('Earlier plans');
    await see(button('Edit personal information'));
    await expectHeight(atMost);
  },
);
