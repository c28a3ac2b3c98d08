import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { INVITATION, makeAccepted } from '../testing/caregivers.ts';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, fill, see, seeNot } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';

const question = page.getByRole('region', { name: 'Is this your helper?' });
const tab = page.getByRole('tab', { name: 'Symptom Overview' });

/** Waits for words that only screen readers get. */
async function hear(words: string) {
  await expect.element(page.getByText(words)).toBeInTheDocument();
}

function openAsked(answers: object = {}) {
  const person = makePerson();
  const accepted = makeAccepted();
  const server = openApp('/dashboard', {
    ...answersFor(person),
    getSession: { ...person.session, accepted: [accepted] },
    ...answers,
  });
  const { id: userId } = person.session;
  const { caregiverId } = accepted;
  const goOn = { getSession: person.session, confirmCaregiver: {} };
  return { server, goOn, input: { userId, caregiverId } };
}

it('shows both addresses, and lets the helper in with one press', async () => {
  const { server, goOn, input } = openAsked();
  await see(question.getByText('tom@example.org.', { exact: true }));
  await see(question.getByText('tom.lovelace@example.com'));
  server.answer(goOn);
  await button('Yes, this is Tom Lovelace').click();
  await hear('Tom Lovelace helps you now.');
  await seeNot(question);
  await expect.element(tab).toHaveFocus();
  expect(server.inputsOf('confirmCaregiver')).toEqual([{ ...input, confirmed: true }]);
});

it('asks once more before it ends the invitation', async () => {
  const { server, goOn, input } = openAsked();
  await button('No, Tom Lovelace').click();
  const sure = page.getByText('tom.lovelace@example.com will see nothing');
  await expect.element(sure).toHaveFocus();
  await button('Cancel', true).click();
  await expect.element(button('No, Tom Lovelace')).toHaveFocus();
  expect(server.inputsOf('confirmCaregiver')).toEqual([]);
  await button('No, Tom Lovelace').click();
  server.answer(goOn);
  await button('End the invitation').click();
  await hear('The invitation has ended. tom.lovelace@example.com sees nothing.');
  await seeNot(question);
  expect(server.inputsOf('confirmCaregiver')).toEqual([{ ...input, confirmed: false }]);
});

it('asks for the password first if the last proof is old', async () => {
  const { server, goOn } = openAsked({ confirmCaregiver: refuse('confirmationNeeded') });
  await button('Yes, this is Tom Lovelace').click();
  await fill('Your password', 'steady as she goes');
  server.answer({ proveOwner: { confirmed: true }, ...goOn });
  await button('Continue').click();
  await hear('Tom Lovelace helps you now.');
});

it('says that a change could not be saved, and still asks', async () => {
  openAsked({ confirmCaregiver: refuse('caregiverNotFound') });
  await button('Yes, this is Tom Lovelace').click();
  await see('This person does not help here any more.');
  await see(button('Yes, this is Tom Lovelace'));
});

it('tells the helper who accepted under another address that they wait', async () => {
  const { session, ...person } = makePerson({ email: 'carla@elsewhere.example' });
  const server = openApp(`/invitation#${'a1'.repeat(32)}`, {
    ...answersFor({ session, ...person }),
    getInvitation: INVITATION,
    acceptInvitation: { waits: true },
  });
  await see('The invitation is for carla@example.org. So we will first ask Grace if it is you.');
  const waits = {
    caregiverId: crypto.randomUUID(),
    invited: INVITATION.email,
    name: INVITATION.name,
  };
  server.answer({ getSession: { ...session, waitsFor: [waits] } });
  await button('Help Grace').click();
  await see('So Grace Hopper must say first that it is you.');
});
