import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import { button, see, seeNot, summary } from '../testing/screen.ts';
import { type Answers, file, lost, refuse } from '../testing/server.ts';
import { answersForHealthLinks, HEALTH_LINK_ID, makeHealthLinkOf } from '../testing/sharing.ts';

const card = page.getByRole('dialog', { name: 'Share with a clinic’s system' });
const code = card.getByRole('img', { name: 'QR code for the clinic’s system' });
const heading = card.getByRole('heading', { name: 'A code for the clinic’s system' });

async function open(answers: Answers) {
  const server = openApp('/dashboard?tab=settings', { ...answersFor(makePerson()), ...answers });
  await button('Share with a clinic’s system').click();
  return server;
}

it('asks the server for nothing until it is opened', async () => {
  const server = openApp('/dashboard?tab=settings', {
    ...answersFor(makePerson()),
    ...answersForHealthLinks().answers,
  });
  await see(button('Share with a clinic’s system'));
  expect(server.inputsOf('getHealthLinks')).toEqual([]);
  await button('Share with a clinic’s system').click();
  await see(heading);
  await button('Close').click();
  await seeNot(heading);
});

it('shows the code until it expires, and says who has got the report', async () => {
  const { answers, change } = answersForHealthLinks();
  const server = await open(answers);
  await button('Show the code').click();
  await see(code);
  await expect.element(heading).toHaveFocus();
  await see('It works until 12:15 PM.');
  await see('This code is shown only now. You can make another one.');
  await see('No clinic has your report yet.');
  expect(server.inputsOf('makeHealthLink')).toMatchObject([
    { scope: { medication: true, diary: true, checkIns: true, notes: false }, paper: 'Letter' },
  ]);
  expect(server.inputsOf('makeHealthLink')[0]).not.toHaveProperty('from');

  // The page fetches the list of codes again by itself.
  const readings = [{ at: '2026-11-18T17:03:00.000Z', recipient: 'Verona <b>Health</b>' }];
  change(HEALTH_LINK_ID, { readings });
  await expect
    .element(card.getByText('Verona <b>Health</b> got your report at 12:03 PM'), {
      timeout: 8000,
    })
    .toBeVisible();
  await seeNot('No clinic has');
  await see(code);
  change(HEALTH_LINK_ID, { state: 'expired' });
  await expect.element(card.getByText('This code has expired.'), { timeout: 8000 }).toBeVisible();
  await seeNot(code);
  await button('Make another code').click();
  await see(button('Show the code'));
  await expect.element(heading).toHaveFocus();
  await page.getByText('Codes that no longer work (1)').click();
  await see('Expired at 12:15 PM');
});

it('sends what was chosen', async () => {
  const server = await open(answersForHealthLinks().answers);
  await card.getByLabelText('Motor diary').click();
  await card.getByLabelText('My notes').click();
  await card.getByLabelText('How far back?').selectOptions('Choose a date');
  await button('Show the code').click();
  await see(summary());
  await card.getByLabelText('First day').fill('2026-10-01');
  await button('Show the code').click();
  await see(code);
  expect(server.inputsOf('makeHealthLink')).toMatchObject([
    {
      scope: { medication: true, diary: false, checkIns: true, notes: true },
      from: '2026-10-01',
    },
  ]);
});

it('stops a code at once', async () => {
  const server = await open(answersForHealthLinks().answers);
  await button('Show the code').click();
  await button('Stop this code').click();
  await see('You stopped this code. It no longer works.');
  await expect.element(heading).toHaveFocus();
  await seeNot(code);
  expect(server.inputsOf('endHealthLink')).toMatchObject([{ healthLinkId: HEALTH_LINK_ID }]);
});

it('says when the request to stop was lost, and still shows the code', async () => {
  const server = await open(answersForHealthLinks().answers);
  await button('Show the code').click();
  server.answer({ endHealthLink: lost });
  await button('Stop this code').click();
  await see('The connection was lost');
  await see(code);
});

it('lists codes that still work, with Stop, and those that no longer work', async () => {
  const live = makeHealthLinkOf({
    readings: [{ at: '2026-11-18T17:01:00.000Z', recipient: 'Verona Health System' }],
  });
  const ended = makeHealthLinkOf({
    createdAt: '2026-11-17T17:00:00.000Z',
    endedAt: '2026-11-17T17:02:00.000Z',
    state: 'ended',
  });
  await open(answersForHealthLinks([live, ended]).answers);
  const list = card.getByRole('list', { name: 'Codes that still work' });
  await see(list.getByText('Works until 12:15 PM'));
  await see(list.getByText('Verona Health System got your report'));
  await page.getByText('Codes that no longer work (1)').click();
  await see('Stopped at 12:02 PM');
  await see('No clinic has your report');
  await card.getByRole('button', { name: 'Stop, code of' }).click();
  await see('Codes that no longer work (2)');
  await expect.element(heading).toHaveFocus();
  await seeNot(list);
});

it.each([
  ['tooManyHealthLinks', 'At most 5 codes'],
  ['healthFileTooLarge', 'This report is too large.'],
] as const)('says that no code was made: %s', async (error, words) => {
  await open({ ...answersForHealthLinks().answers, makeHealthLink: refuse(error) });
  await button('Show the code').click();
  await see(words);
  await seeNot(code);
});

it('says that the codes could not be loaded, and tries again', async () => {
  const server = await open({ getHealthLinks: refuse('internal') });
  await see('We couldn’t load what you shared with clinics.');
  server.answer(answersForHealthLinks().answers);
  await button('Try again').click();
  await see(heading);
});

it('offers the file below a code too', async () => {
  const headers = { 'content-disposition': 'attachment; filename="Symptom Report Ada.fhir.json"' };
  const { answers } = answersForHealthLinks();
  const server = await open({ ...answers, makeHealthFile: file('{}', headers) });
  await button('Show the code').click();
  await see(code);
  await card.getByText('If the code does not work, save a file').click();
  await card.getByLabelText('How far back?').selectOptions('Last 3 months');
  await see('Your doctor sees nothing older.');
  await button('Save the file').click();
  await see('Saved. Look in your downloads.');
  expect(server.inputsOf('makeHealthFile')).toMatchObject([{ from: '2026-08-21' }]);
  await see(code);
});

it('offers only the file if no clinic can reach the server', async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const headers = { 'content-disposition': 'attachment; filename="Symptom Report Ada.fhir.json"' };
  const server = await open({
    ...answersForHealthLinks([], false).answers,
    makeHealthFile: file('{}', headers),
  });
  await see('Clinics can’t reach this server');
  await see('Anyone who has the file can read your report.');
  await seeNot(button('Show the code'));
  await button('Save the file').click();
  await see('Saved. Look in your downloads.');
  expect(names).toEqual(['Symptom Report Ada.fhir.json']);
  expect(server.inputsOf('makeHealthFile')).toMatchObject([
    { scope: { medication: true, diary: true, checkIns: true, notes: false } },
  ]);
  server.answer({ makeHealthFile: refuse('reportFailed') });
  await button('Save the file').click();
  await see('Failed to generate PDF');
});
