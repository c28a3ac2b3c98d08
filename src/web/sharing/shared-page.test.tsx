import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { errors } from '../../contract/errors.ts';
import { openApp } from '../testing/app.tsx';
import { button, fill, see, seeNot, summary } from '../testing/screen.ts';
import { type Answers, file, lost, refuse, silence } from '../testing/server.ts';
import { LINK, makeShared, SECRET, SHARE_ID } from '../testing/sharing.ts';

const bar = page.getByText('read only');

function open(answers: Answers = {}, path = LINK) {
  return openApp(path, { openShare: {}, getSharedVisit: makeShared(), ...answers });
}

it('takes the secret from the address and the history at once, and keeps the id', async () => {
  const entries = history.length;
  open({ openShare: silence });
  expect(location.href).toBe(`${location.origin}/shared#${SHARE_ID}`);
  expect(history.length).toBe(entries);
  await see('Loading...');
});

it('opens the link once, and says whose it is and until when', async () => {
  const server = open();
  await see(page.getByText('Shared by Ada Lovelace · read only · until Dec 21'));
  expect(server.made.map(({ name }) => name)).toEqual(['openShare', 'getSharedVisit']);
  expect(server.inputsOf('openShare')).toEqual([{ shareId: SHARE_ID, secret: SECRET }]);
  expect(document.title).toBe('Shared with you – Symptom Tracker');
});

it('shows the year if it is another one, and no name of a person without a name', async () => {
  const nobody = { person: { name: '', age: null, diagnosedYear: null } };
  open({ getSharedVisit: makeShared(nobody, '2027-02-01T05:00:00.000Z') });
  await see(page.getByText('Shared with you · read only · until Jan 31, 2027'));
});

it('shows no comparison with days before the one that was chosen', async () => {
  open({ getSharedVisit: makeShared({ daysBefore: null, changes: null }) });
  await see('There is no comparison, because earlier days are not shown here.');
  await page.getByText('Show the numbers').first().click();
  const table = page.getByRole('table', { name: 'Means, and how many ratings' });
  await see(table);
  await seeNot(table.getByText('Before'));
});

it('needs no secret after a reload', async () => {
  const server = open({}, `/shared#${SHARE_ID}`);
  await see(bar);
  expect(server.made.map(({ name }) => name)).toEqual(['getSharedVisit']);
});

it.each(['/shared', '/shared#', '/shared#nonsense', `/shared#${SHARE_ID.slice(1)}.${SECRET}`])(
  'asks for the link at %s, and makes no call',
  async (path) => {
    const server = open({}, path);
    await see('Please open the link that you were given.');
    expect(server.made).toEqual([]);
    expect(location.hash).toBe('');
  },
);

it('asks for the passcode, and says at the field that it is wrong', async () => {
  const server = open({
    openShare: ({ passcode }) => {
      if (passcode === undefined) return refuse('passcodeNeeded');
      return passcode === 'Sunflower 7' ? {} : refuse('wrongPasscode');
    },
  });
  await button('Open', true).click();
  await see(summary());
  await fill('Passcode', 'Sunflower');
  await button('Open', true).click();
  await see('That passcode is wrong.');
  await fill('Passcode', 'Sunflower 7');
  await button('Open', true).click();
  await see(bar);
  expect(server.inputsOf('openShare').map(({ passcode }) => passcode)).toEqual([
    undefined,
    'Sunflower',
    'Sunflower 7',
  ]);
});

it.each(['shareEnded', 'shareLocked'] as const)(
  'shows that the link opens nothing: %s',
  async (code) => {
    open({ openShare: refuse(code) });
    await see(errors[code].message);
    await seeNot(button('Try again'));
  },
);

it('shows after a reload that the session has ended', async () => {
  open({ getSharedVisit: refuse('readerSignedOut') }, `/shared#${SHARE_ID}`);
  await see('Please open the link again.');
});

it('tries again without the network, and opens the link only once', async () => {
  const server = open({ openShare: lost });
  await see('Please check your connection');
  server.answer({ openShare: {}, getSharedVisit: lost });
  await button('Try again').click();
  await expect.poll(() => server.inputsOf('getSharedVisit').length).toBe(1);
  await see('Please check your connection');
  server.answer({ getSharedVisit: makeShared() });
  await button('Try again').click();
  await see(bar);
  expect(server.inputsOf('openShare')).toHaveLength(2);
});

it('removes everything when the link has ended: at the next click', async () => {
  const server = open();
  await see(bar);
  server.answer({ getSharedVisit: refuse('shareEnded') });
  await page.getByRole('heading', { level: 1 }).click();
  await see(errors.shareEnded.message);
  expect(document.body.textContent).not.toContain('Ada');
});

it('removes everything when the link has ended: when the page comes back into view', async () => {
  const server = open();
  await see(bar);
  server.answer({ getSharedVisit: refuse('shareEnded') });
  document.dispatchEvent(new Event('visibilitychange'));
  await see(errors.shareEnded.message);
  expect(document.body.textContent).not.toContain('Ada');
});

it('keeps what it shows without the network, and says so', async () => {
  const server = open();
  await see(bar);
  server.answer({ getSharedVisit: lost });
  document.dispatchEvent(new Event('visibilitychange'));
  await see('This page may be out of date');
  await see(bar);
  server.answer({ getSharedVisit: makeShared() });
  document.dispatchEvent(new Event('visibilitychange'));
  await seeNot('This page may be out of date');
});

it('downloads the PDF under the name that the server gives it', async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  const headers = { 'content-disposition': 'attachment; filename="Symptom Report Ada.pdf"' };
  const server = open({ getSharedReport: file('%PDF', headers) });
  await button('Download PDF').click();
  await expect.poll(() => names).toEqual(['Symptom Report Ada.pdf']);
  server.answer({ getSharedReport: refuse('reportFailed') });
  await button('Download PDF').click();
  await see('Failed to generate PDF');
  server.answer({ getSharedReport: refuse('shareEnded') });
  await button('Download PDF').click();
  await see(errors.shareEnded.message);
});

it('opens another link that is pasted into the same tab', async () => {
  const server = open();
  await see(bar);
  const other = SHARE_ID.replace('0f9d', '1f9d');
  location.hash = `#${other}.${SECRET}`;
  await expect.poll(() => server.inputsOf('openShare').length).toBe(2);
  await expect.poll(() => location.hash).toBe(`#${other}`);
  await expect.poll(() => server.inputsOf('getSharedVisit').at(-1)).toEqual({ shareId: other });
});

it('stores nothing', async () => {
  open();
  await see(bar);
  expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, '']);
});
