import { expect, it } from 'vitest';
import { openApp } from './testing/app.tsx';
import { answersFor, type Known, makePerson } from './testing/person.ts';
import { alert, button, see, seeNot } from './testing/screen.ts';
import { refuse } from './testing/server.ts';

/** The device is in New York, where it is noon. */
const QUESTION =
  'This device shows the time of New York, 12:00 PM. Your entries use the time of Berlin, 6:00 PM. Earlier entries keep their time.';

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
  await see('The time zone could not be changed. Please try again.');
  server.answer({ updateProfile: { ...person.profile, timeZone: 'America/New_York' } });
  await button('Use New York time').click();
  await seeNot(QUESTION);
  const changes = server.inputsOf('updateProfile').map(({ timeZone }) => timeZone);
  expect(changes).toEqual(['America/New_York', 'America/New_York']);
});

it('asks once, and again on the next journey', async () => {
  const person = inBerlin();
  open(person);
  await button('Keep Berlin time').click();
  await seeNot(QUESTION);
  open(person);
  await see(button('Track Symptoms'));
  await seeNot(QUESTION);
  // At home again, and off to the next journey.
  const { profile, session } = person;
  const timeZone = 'America/New_York';
  open({ profile: { ...profile, timeZone }, session: { ...session, timeZone } });
  await see(button('Track Symptoms'));
  open(person);
  await see(QUESTION);
});

it.each(['America/New_York', 'America/Detroit'])(
  'asks nothing if the clocks agree: %s',
  async (timeZone) => {
    open(makePerson({ timeZone }));
    await see(button('Track Symptoms'));
    await seeNot('This device shows the time');
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
  await seeNot('This device shows the time');
  await expect.element(alert()).not.toBeInTheDocument();
});
