import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp, seeAlive } from '../testing/app.tsx';
import { answersFor, type Known, makePerson } from '../testing/person.ts';
import { alert, button, see, seeNot, tab } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';

/** The question on a device in New York, where it is noon. */
const QUESTION =
  'This device is on New York time (12:00 PM). Your entries use Berlin time (6:00 PM). Use New York time for new entries?';

function inBerlin(known: Parameters<typeof makePerson>[0] = {}): Known {
  return makePerson({ timeZone: 'Europe/Berlin', ...known });
}

function open(person: Known) {
  return openApp('/dashboard', answersFor(person));
}

it('changes the person’s zone to the device’s on request', async () => {
  const person = inBerlin();
  const server = open(person);
  await see(QUESTION);
  server.answer({ updateProfile: refuse('unavailable') });
  await button('Use New York time').click();
  await see('We couldn’t change your time zone. Please try again.');
  server.answer({ updateProfile: { ...person.profile, timeZone: 'America/New_York' } });
  await button('Use New York time').click();
  await seeNot(QUESTION);
  await expect.element(tab('Symptom Overview')).toHaveFocus();
  expect(page.getByText('New entries use New York time.').query()).not.toBeNull();
  const changes = server.inputsOf('updateProfile').map(({ timeZone }) => timeZone);
  expect(changes).toEqual(['America/New_York', 'America/New_York']);
});

it('asks once, and again on the next journey', async () => {
  const person = inBerlin();
  open(person);
  await button('Keep Berlin time').click();
  await seeNot(QUESTION);
  open(person);
  await seeAlive();
  await seeNot(QUESTION);
  // The person is at home again and then leaves for the next journey.
  const { profile, session } = person;
  const timeZone = 'America/New_York';
  open({ profile: { ...profile, timeZone }, session: { ...session, timeZone } });
  await seeAlive();
  open(person);
  await see(QUESTION);
});

it('says how to go on if the session has ended, and keeps quiet about a zone that the server does not know', async () => {
  const server = open(inBerlin());
  server.answer({ updateProfile: refuse('signedOut') });
  await button('Use New York time').click();
  await see('You have been logged out.');
  server.answer({ updateProfile: refuse('badRequest') });
  await button('Use New York time').click();
  await seeNot(QUESTION);
});

it.each(['America/New_York', 'America/Detroit'])(
  'asks nothing if the clocks agree: %s',
  async (timeZone) => {
    open(makePerson({ timeZone }));
    await see(button('Track Symptoms'));
    await seeNot('time for new entries?');
  },
);

it('gives a new person the device’s zone without asking', async () => {
  const person = inBerlin({ isNewUser: true });
  const timeZone = 'America/New_York';
  const server = openApp('/dashboard', {
    ...answersFor(person),
    updateProfile: { ...person.profile, timeZone },
  });
  await expect
    .poll(() => server.inputsOf('updateProfile').map((input) => input.timeZone))
    .toContain(timeZone);
  await seeNot('time for new entries?');
  await expect.element(alert()).not.toBeInTheDocument();
});
