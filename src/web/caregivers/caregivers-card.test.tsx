import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { INVITED, makeCaregiver, makeInvitation, makePair } from '../testing/caregivers.ts';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, field, fill, see, seeNot } from '../testing/screen.ts';
import { refuse } from '../testing/server.ts';
import type { Caregivers } from './queries.ts';

const NOBODY: Caregivers = { caregivers: [], invitations: [], helps: [] };
const card = page.getByRole('dialog', { name: 'People who help' });

function openCard(caregivers: Partial<Caregivers>, answers: object = {}) {
  const person = makePerson();
  const server = openApp('/dashboard?tab=settings&open=helpers', {
    ...answersFor(person),
    getCaregivers: { ...NOBODY, ...caregivers },
    ...answers,
  });
  return { server, userId: person.session.id };
}

it('invites to read without notes unless the person chooses more', async () => {
  const { server, userId } = openCard({}, { inviteCaregiver: INVITED });
  await button('Invite someone').click();
  await fill('Their email', 'tom@example.org');
  server.answer({ getCaregivers: { ...NOBODY, invitations: [makeInvitation()] } });
  await button('Invite this person').click();
  await see('We’ve sent an email to tom@example.org.');
  await see(button('Copy the link, tom@example.org'));
  await button('Invite someone').click();
  await fill('Their email', 'eve@example.org');
  await field('What may they do?').selectOptions('See and log my data');
  await page.getByRole('switch', { name: 'They may see my notes' }).click();
  await button('Invite this person').click();
  const read = { userId, email: 'tom@example.org', may: 'read', notes: false };
  const log = { userId, email: 'eve@example.org', may: 'log', notes: true };
  await expect.poll(() => server.inputsOf('inviteCaregiver')).toEqual([read, log]);
});

it('keeps an invitation when the dialog is closed, and says that it is not sent', async () => {
  openCard({}, { inviteCaregiver: INVITED });
  await button('Invite someone').click();
  await fill('Their email', 'tom@example.org');
  await field('What may they do?').selectOptions('See and log my data');
  await button('Close').click();
  await button('People who help An invitation is not sent yet').click();
  await expect.element(field('Their email')).toHaveValue('tom@example.org');
  await expect.element(field('What may they do?')).toHaveValue('log');
  await button('Invite this person').click();
  await see('We’ve sent an email to tom@example.org.');
  await button('Close').click();
  await see(button('People who help Nobody yet'));
});

it.each([
  ['noMail', 'This server sends no email.'],
  ['unproven', 'We sent no email, because your own email is not confirmed yet.'],
  ['tooMany', 'We sent no email, because there were too many today.'],
  ['accountsOnly', 'Today we can only email people who have an account here.'],
] as const)('asks to pass on the link where no email goes out: %s', async (mailed, words) => {
  openCard({}, { inviteCaregiver: { ...INVITED, mailed } });
  await button('Invite someone').click();
  await fill('Their email', 'tom@example.org');
  await button('Invite this person').click();
  await see(`${words} Copy the link for tom@example.org above, and give it to this person.`);
});

it('asks for the password if the owner has not proved lately that it is them, and invites then', async () => {
  const { server } = openCard({}, { inviteCaregiver: refuse('confirmationNeeded') });
  await button('Invite someone').click();
  await fill('Their email', 'tom@example.org');
  await button('Invite this person').click();
  await see('First, please confirm that it’s you.');
  await fill('Your password', 'steady as she goes');
  server.answer({ proveOwner: { confirmed: true }, inviteCaregiver: INVITED });
  await button('Continue').click();
  await see('We’ve sent an email to tom@example.org.');
  expect(server.inputsOf('inviteCaregiver')).toHaveLength(2);
});

it('shows a refusal beside the address, and keeps what was typed', async () => {
  openCard({}, { inviteCaregiver: refuse('ownAddress') });
  await button('Invite someone').click();
  await fill('Their email', 'ada@example.org');
  await button('Invite this person').click();
  await see('This is your own email. Enter the email of your helper.');
  await expect.element(field('Their email')).toHaveValue('ada@example.org');
});

it('copies the link of an invitation, or shows it where the browser cannot', async () => {
  const invitation = makeInvitation();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  openCard({ invitations: [invitation] });
  await button('Copy the link, tom@example.org').click();
  await see('Copied. Give the link to this person only.');
  expect(write).toHaveBeenCalledWith(invitation.url);
  write.mockRejectedValueOnce(new Error('not allowed'));
  await button('Copy the link, tom@example.org').click();
  await see(invitation.url);
});

it('says in its place that an invitation is cancelled', async () => {
  const [first, second] = [
    makeInvitation({ expiresAt: '2026-11-20T17:00:00.000Z' }),
    makeInvitation({ invitationId: crypto.randomUUID(), email: 'una@example.org' }),
  ];
  const { server } = openCard({ invitations: [first, second] }, { endInvitation: {} });
  const emails = () => card.getByText('@example.org').elements().length;
  await see(card.getByText('una@example.org'));
  const before = emails();
  server.answer({ getCaregivers: { ...NOBODY, invitations: [second] } });
  await button('Cancel the invitation, tom@example.org').click();
  await see('This invitation is cancelled. Its link does not work any more.');
  expect(emails()).toBe(before);
  await seeNot(button('Cancel the invitation, tom@example.org'));
  await see(button('Cancel the invitation, una@example.org'));
});

it('changes what a helper may do', async () => {
  const helper = makeCaregiver();
  const { server, userId } = openCard(
    { caregivers: [helper] },
    { updateCaregiver: { may: 'read', notes: true } },
  );
  await see('Can see your data and log for you. Can’t see your notes.');
  await button('Change, Carla Lovelace').click();
  await field('What may they do?').selectOptions('See my data');
  await page.getByRole('switch', { name: 'They may see my notes' }).click();
  const changed = { ...helper, may: 'read' as const, notes: true };
  server.answer({ getCaregivers: { ...NOBODY, caregivers: [changed] } });
  await button('Save', true).click();
  await see('Can see your data. Can see your notes.');
  const { caregiverId } = helper;
  expect(server.inputsOf('updateCaregiver')).toEqual([
    { userId, caregiverId, may: 'read', notes: true },
  ]);
});

it('asks before it ends an access, from either side', async () => {
  const helper = makeCaregiver();
  const { helped } = makePair();
  const { server, userId } = openCard(
    { caregivers: [helper], helps: [helped] },
    { endCaregiver: {} },
  );
  await button('End access, Carla Lovelace').click();
  const question = page.getByText('Carla Lovelace will no longer see your data.');
  await expect.element(question).toHaveFocus();
  await button('Cancel', true).click();
  await expect.element(button('End access, Carla Lovelace')).toHaveFocus();
  expect(server.inputsOf('endCaregiver')).toEqual([]);
  await button('End access, Carla Lovelace').click();
  server.answer({ getCaregivers: { ...NOBODY, helps: [helped] } });
  await button('End access now').click();
  await seeNot(card.getByText('Carla Lovelace'));
  await expect.element(card).toHaveFocus();
  await button('Stop helping, Grace Hopper').click();
  await see('You will no longer see the data of Grace Hopper.');
  await button('Stop helping now').click();
  await expect
    .poll(() => server.inputsOf('endCaregiver'))
    .toEqual([
      { userId, caregiverId: helper.caregiverId },
      { userId, caregiverId: helped.caregiverId },
    ]);
});
