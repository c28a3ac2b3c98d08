import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, field, fill, see, seeCount, seeNot, summary } from '../testing/screen.ts';
import { lost, refuse } from '../testing/server.ts';
import { answersForShares, makeShareOf, SECRET, SHARE_ID } from '../testing/sharing.ts';

const card = page.getByRole('dialog', { name: 'Links for doctors' });
const theSwitch = page.getByRole('switch', { name: 'Share Data with Healthcare Providers' });
const SETTINGS = '/dashboard?tab=settings';
const LINKS = `${SETTINGS}&open=links`;
const URL = `${location.origin}/shared#${SHARE_ID}.${SECRET}`;

function open(shares = [makeShareOf({})].slice(1), address = LINKS) {
  const person = makePerson();
  return openApp(address, { ...answersFor(person), ...answersForShares(shares) });
}

let copied: string[] = [];
beforeEach(() => {
  copied = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text);
  });
});

it('makes a link without notes for 30 days, and shows it once', async () => {
  const server = open();
  await expect.element(theSwitch).not.toBeChecked();
  await button('Make a link').click();
  await expect.element(card.getByLabelText('My notes')).not.toBeChecked();
  await fill('Who is it for?', 'Dr. Gordon');
  await button('Make the link').click();
  await see('The link for Dr. Gordon is ready');
  expect(server.inputsOf('makeShare')).toMatchObject([
    {
      label: 'Dr. Gordon',
      // The end of December 18 in New York.
      expiresAt: '2026-12-19T05:00:00.000Z',
      scope: { medication: true, diary: true, checkIns: true, notes: false },
    },
  ]);
  expect(server.inputsOf('makeShare')[0]).not.toHaveProperty('passcode');
  expect(server.inputsOf('makeShare')[0]).not.toHaveProperty('from');
  await button('Copy the link').click();
  await see('Copied.');
  expect(copied).toEqual([URL]);
  await button('Done', true).click();
  await seeNot(URL);
  await see('Works until Dec 18');
  await expect.element(theSwitch).toBeChecked();
});

it('keeps what was typed for a link when the dialog is closed, until it is made or cancelled', async () => {
  open();
  await button('Make a link').click();
  await fill('Who is it for?', 'Dr. Gordon');
  await fill('Passcode, if you want one', 'swallow');
  await button('Close').click();
  await button('Links for doctors A link is not made yet').click();
  await expect.element(field('Who is it for?')).toHaveValue('Dr. Gordon');
  await expect.element(field('Passcode, if you want one')).toHaveValue('swallow');
  await button('Make the link').click();
  await see('The link for Dr. Gordon is ready');
  await button('Done', true).click();
  await see('You have not copied or sent the link, and we can’t show it again.');
  await see(URL);
  await button('Done without it').click();
  await button('Make a link').click();
  await fill('Who is it for?', 'Dr. Lee');
  await button('Cancel', true).click();
  await button('Close').click();
  await see(button('Links for doctors Dr. Gordon, until Dec 18. Not opened yet'));
  await seeNot('A link is not made yet');
});

it('asks for the password for a long link if the owner has not proved lately that it is them', async () => {
  const server = open();
  server.answer({ makeShare: refuse('confirmationNeeded') });
  await button('Make a link').click();
  await fill('Who is it for?', 'Dr. Gordon');
  await button('Make the link').click();
  await see('First, please confirm that it’s you.');
  await button('Back').click();
  await expect.element(card.getByLabelText('Who is it for?')).toHaveValue('Dr. Gordon');
  await button('Make the link').click();
  await fill('Your password', 'steady as she goes');
  server.answer({ ...answersForShares([]), proveOwner: { confirmed: true } });
  await button('Continue').click();
  await see('The link for Dr. Gordon is ready');
});

it('sends what was chosen, and opens an email without the passcode', async () => {
  const server = open([], SETTINGS);
  await theSwitch.click();
  await fill('Who is it for?', 'Ada');
  await card.getByLabelText('How long should the link work?').selectOptions('Choose a date');
  await card.getByLabelText('Last day').fill('2026-12-24');
  await card.getByLabelText('How far back?').selectOptions('Last 3 months');
  await card.getByLabelText('Motor diary').click();
  await card.getByLabelText('My notes').click();
  await fill('Passcode, if you want one', ' Sunflower 7 ');
  await button('Make the link').click();
  await see('is ready');
  expect(server.inputsOf('makeShare')).toMatchObject([
    {
      expiresAt: '2026-12-25T05:00:00.000Z',
      from: '2026-08-21',
      scope: { medication: true, diary: false, checkIns: true, notes: true },
      passcode: 'Sunflower 7',
    },
  ]);
  const link = card.getByRole('link', { name: 'Send by email' }).element() as HTMLAnchorElement;
  const letter = decodeURIComponent(link.href);
  expect(letter).toMatch(/^mailto:\?subject=/);
  expect(letter).toContain(URL);
  expect(letter).toContain('until Dec 24, 2026');
  expect(letter).toContain('It has a passcode, which I will tell you.');
  expect(letter).not.toContain('Sunflower');
  await see('We don’t know it');
});

it.each([
  ['Last day', 'How long should the link work?', '2026-11-17', 'This day has passed.'],
  ['Last day', 'How long should the link work?', '2027-11-19', 'within the next year'],
  ['First day', 'How far back?', '2026-11-19', 'This day is in the future.'],
  ['First day', 'How far back?', '2025-11-18', 'within the last year'],
])('%s: says that a day is not possible: %s', async (label, question, day, problem) => {
  const server = open();
  await button('Make a link').click();
  await fill('Who is it for?', 'Ada');
  await card.getByLabelText(question).selectOptions('Choose a date');
  await card.getByLabelText(label).fill(day);
  await button('Make the link').click();
  await see(summary());
  await see(card.getByText(problem).first());
  expect(server.inputsOf('makeShare')).toEqual([]);
});

it('needs a name and a passcode that is long enough', async () => {
  const server = open();
  await button('Make a link').click();
  await fill('Passcode, if you want one', 'abc');
  await button('Make the link').click();
  await see(summary().getByText('Enter who it is for.'));
  await see(summary().getByText('Passcode: use at least 4', { exact: false }));
  expect(server.inputsOf('makeShare')).toEqual([]);
});

it('keeps what was filled in when the link cannot be made', async () => {
  const server = open();
  server.answer({ makeShare: refuse('tooManyShares') });
  await button('Make a link').click();
  await fill('Who is it for?', 'Ada');
  await button('Make the link').click();
  await see('At most 20 links');
  await expect.element(card.getByLabelText('Who is it for?')).toHaveValue('Ada');
});

it('shows the QR code on request', async () => {
  open();
  await button('Make a link').click();
  await fill('Who is it for?', 'Ada');
  await button('Make the link').click();
  await button('Show a QR code').click();
  await see(card.getByRole('img', { name: 'QR code of the link' }));
  await button('Hide the QR code').click();
  await seeNot(card.getByRole('img', { name: 'QR code of the link' }));
});

it('says what to do in a browser that cannot copy', async () => {
  vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new Error('not allowed'));
  open();
  await button('Make a link').click();
  await fill('Who is it for?', 'Ada');
  await button('Make the link').click();
  await button('Copy the link').click();
  await see('Select the link, then copy it.');
});

const OPENED = makeShareOf({
  label: 'Dr. Gordon',
  openings: ['2026-11-17T20:04:00.000Z', '2026-11-16T14:00:00.000Z'],
});

it('lists when a link was opened', async () => {
  open([OPENED]);
  await see('Last opened Nov 17, 3:04 PM');
  await button('When it was opened').click();
  await see('Nov 16, 9:00 AM');
});

it('stops sharing, and undoes that in place', async () => {
  const server = open([OPENED]);
  await button('Stop this link').click();
  await see('This link does not work any more.');
  await expect.element(theSwitch).not.toBeChecked();
  await expect.element(button('Undo')).toHaveFocus();
  await button('Undo').click();
  await see('This link works again.');
  await expect.element(theSwitch).toBeChecked();
  const { shareId } = OPENED;
  expect(server.inputsOf('endShare')).toMatchObject([{ shareId }]);
  expect(server.inputsOf('restoreShare')).toMatchObject([{ shareId }]);
});

it('the switch stops all links, and undoes that', async () => {
  const other = makeShareOf({ label: 'Ada' });
  const server = open([OPENED, other], SETTINGS);
  await see('2 links are on');
  await theSwitch.click();
  await see('All links are stopped.');
  await expect.element(theSwitch).not.toBeChecked();
  await button('Undo, all links').click();
  await see('2 links are on');
  expect(server.inputsOf('restoreShare').map(({ shareId }) => shareId)).toEqual([
    OPENED.shareId,
    other.shareId,
  ]);
});

it('says when a request was lost', async () => {
  const server = open([OPENED]);
  server.answer({ endShare: lost });
  await button('Stop this link').click();
  await see('The connection was lost');
  await expect.element(theSwitch).toBeChecked();
});

it('says that a link is locked, and folds those that no longer work', async () => {
  open([
    makeShareOf({ state: 'locked', label: 'Locked one', hasPasscode: true }),
    makeShareOf({ state: 'expired', label: 'Expired one', expiresAt: '2026-11-01T04:00:00.000Z' }),
  ]);
  await see('Someone entered a wrong passcode 10 times');
  await expect.element(theSwitch).not.toBeChecked();
  await seeNot('Expired one');
  await page.getByText('Links that no longer work (1)').click();
  await see('Expired Oct 31');
});

it('says in the row for whom the link is, and whether it was opened', async () => {
  open([makeShareOf({ label: 'Dr. Lee' }), OPENED], SETTINGS);
  await see(button(/^Links for doctors Dr. Lee, until .*\. Not opened yet\. And 1 more$/));
});

it('shows five links, and five more at each press, with the focus near the button', async () => {
  open(Array.from({ length: 11 }, (_, index) => makeShareOf({ label: `Doctor ${index + 1}` })));
  const rows = card.getByRole('list', { name: 'Links', exact: true }).getByRole('listitem');
  const older = button('Show older links');
  await seeCount(rows, 5);
  await older.click();
  await seeCount(rows, 10);
  await expect.element(older).toHaveFocus();
  await older.click();
  await seeCount(rows, 11);
  await seeNot(older);
  await expect.element(rows.nth(10)).toHaveFocus();
});
