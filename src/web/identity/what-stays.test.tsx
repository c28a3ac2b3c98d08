import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersForPair, GRACE_ID, makePair } from '../testing/caregivers.ts';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, dialog, fill, hold, see, seeCount, seeNot } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';
import { ALL_STAYS, staysKeeper } from '../testing/stays.ts';

const card = page.getByRole('region', { name: 'Check who can get in' });
const heading = page.getByRole('heading', { name: 'Check who can get in' });
const rows = card.getByRole('listitem');
const WAY_ID = ALL_STAYS.waysIn[0]?.wayId;
const HELPER_ID = ALL_STAYS.caregivers[0]?.caregiverId;
const INVITATION_ID = ALL_STAYS.invitations[0]?.invitationId;
const LINK_ID = ALL_STAYS.links[0]?.shareId;
const track = button('Track Symptoms');

async function end(name: string): Promise<void> {
  await button(`End, ${name}`).click();
  await button('End now').click();
}

it('asks first, and ends nothing after ‘Cancel’', async () => {
  const server = openApp('/dashboard', staysKeeper(makePerson(), ALL_STAYS));
  await button('End, Anna').click();
  await see('Anna will no longer see your data. What they entered stays.');
  await button('Cancel').click();
  await expect.element(button('End, Anna')).toHaveFocus();
  expect(server.inputsOf('endCaregiver')).toEqual([]);
});

it('ends one after another, and keeps the focus near', async () => {
  const person = makePerson();
  const { id: userId } = person.session;
  const server = openApp('/dashboard', staysKeeper(person, ALL_STAYS));
  await seeCount(rows, 5);
  await expect
    .element(rows.first())
    .toHaveTextContent('GoogleOpens your account, as ada@gmail.comEnd');
  await end('Dr. Gordon');
  await seeCount(rows, 4);
  await expect.element(heading).toHaveFocus();
  await see(card.getByText('Ended: Dr. Gordon.'));
  await end('Google');
  await end('Anna');
  await end('tom@example.org');
  await end('Reminders by ntfy');
  await seeNot(card);
  await see('Done. They have all ended.');
  await expect.element(track).toHaveFocus();
  expect(server.inputsOf('endShare')).toEqual([{ userId, shareId: LINK_ID }]);
  expect(server.inputsOf('removeWayIn')).toEqual([{ userId, wayId: WAY_ID }]);
  expect(server.inputsOf('endCaregiver')).toEqual([{ userId, caregiverId: HELPER_ID }]);
  expect(server.inputsOf('endInvitation')).toEqual([{ userId, invitationId: INVITATION_ID }]);
  expect(server.inputsOf('saveReminders')).toEqual([{ userId, ntfy: null }]);
});

it('lets all of them stay', async () => {
  const person = makePerson();
  const server = openApp('/dashboard', staysKeeper(person, ALL_STAYS));
  const { held, goOn } = hold();
  server.answer({
    letAllStay: async () => {
      await held;
      return {};
    },
  });
  await button('All of these may stay').click();
  // A second press, and one on another button, change nothing meanwhile.
  await button('All of these may stay').click({ force: true });
  await button('End, Anna').click({ force: true });
  goOn();
  await seeNot(card);
  await see('Done. All of these stay.');
  await expect.element(track).toHaveFocus();
  expect(server.inputsOf('letAllStay')).toEqual([{ userId: person.session.id }]);
  expect(server.inputsOf('endCaregiver')).toEqual([]);
});

it('asks for the password before a way to sign in ends, if the last proof is old', async () => {
  const server = openApp('/dashboard', {
    ...staysKeeper(makePerson(), ALL_STAYS),
    removeWayIn: refuse('confirmationNeeded'),
    proveOwner: { confirmed: true },
  });
  await end('Google');
  await see(dialog().getByText('This changes how you sign in, so we ask.'));
  server.answer({
    removeWayIn: {},
    getStays: { ...ALL_STAYS, waysIn: [] },
  });
  await fill('Your password', 'a new horse 47');
  await button('Continue').click();
  await seeNot(dialog());
  await seeCount(rows, 4);
  expect(server.inputsOf('removeWayIn')).toHaveLength(2);
});

it('says that one could not be ended, and keeps it', async () => {
  openApp('/dashboard', {
    ...staysKeeper(makePerson(), ALL_STAYS),
    endCaregiver: refuse('unavailable'),
  });
  await end('Anna');
  await see(rows.filter({ hasText: 'Anna' }).getByRole('alert'));
  await seeCount(rows, 5);
  await expect.element(button('End now')).toHaveFocus();
});

it('asks nobody else', async () => {
  // A call of getStays would fail these tests.
  openApp('/dashboard', answersFor(makePerson()));
  await see(track);
  await seeNot(card);
});

it('is not shown beside the tracker of somebody else', async () => {
  const pair = makePair();
  const { me } = pair;
  openApp(`/dashboard?person=${GRACE_ID}`, {
    ...answersForPair(pair),
    getSession: { ...me.session, asksWhatStays: true },
  });
  await see(button('Track symptoms for Grace'));
  await seeNot(card);
});
