import { beforeEach, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Visit } from '../../contract/entities.ts';
import { openApp } from '../testing/app.tsx';
import { answersFor, makeForm, makePerson, NOW } from '../testing/person.ts';
import { button, dialog, fill, resizeTo, see, seeCount, seeNot } from '../testing/screen.ts';
import { type Answers, lost, refuse, silence } from '../testing/server.ts';
import { answersForVisits, makeSummary, makeVisit } from '../testing/visits.ts';
import { visitDrafts } from './kind.ts';

const FORM = makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 });
const DAY = 'Day of the visit';

let person: ReturnType<typeof makePerson>;

beforeEach(() => {
  // Each test has its own person, because what earlier tests have not sent stays in the browser.
  person = makePerson();
});

function open(path: string, visits: Visit[] = [], other: Answers = {}, forms = [FORM]) {
  return openApp(path, { ...answersFor(person, forms), ...answersForVisits(visits), ...other });
}

const link = (name: string) => page.getByRole('link', { name });

it('saves a day and topics, and proposes the three days before it for the diary', async () => {
  const server = open('/dashboard');
  await link('Add your next visit').click();
  await fill(DAY, '2026-12-03');
  await see('Fill in the motor diary on Mon, Tue and Wed, Nov 30 to Dec 2.');
  await fill('First topic', ' Falls ');
  await fill('Third topic', 'Sleep');
  await button('Save').click();
  await see('Your visit on Thu, Dec 3 is saved.');
  await seeNot(dialog());
  await expect
    .poll(() => server.inputsOf('saveVisit'))
    .toMatchObject([{ day: '2026-12-03', topics: ['Falls', 'Sleep'] }]);
  await see(link('Next visit: Thu, Dec 3'));
});

it('keeps the fields in their places while the day is typed', async () => {
  open('/dashboard?nextvisit');
  const choice = dialog().getByLabelText('Measure blood pressure for five days before the visit');
  await see(choice);
  const top = () => choice.element().getBoundingClientRect().top;
  const before = top();
  await fill(DAY, '2026-01-03');
  await see('This day has passed.');
  expect(top()).toBe(before);
  await fill(DAY, '2026-12-03');
  await see('Fill in the motor diary on Mon, Tue and Wed, Nov 30 to Dec 2.');
  expect(top()).toBe(before);
});

it('opens its page at the top, and the overview behind the dialog that a link on it opens', async () => {
  open('/dashboard', [makeVisit()], {}, [FORM, makeForm(2, '2026-11-17T13:10:00Z', { Tremor: 2 })]);
  const row = link('Page for your visit');
  await see(row);
  window.scrollTo(0, document.body.scrollHeight);
  expect(scrollY).toBeGreaterThan(100);
  await row.click();
  await see(page.getByRole('heading', { name: 'Since the last visit (Oct 22)' }));
  expect(scrollY).toBe(0);
  window.scrollTo(0, 300);
  await link('Change the visit').click();
  await see(dialog());
  expect(scrollY).toBe(0);
});

it('saves a visit whose day is not known yet, and its day later', async () => {
  const server = open('/dashboard?nextvisit');
  await fill('First topic', 'Falls');
  await button('Save').click();
  await see('Your visit is saved.');
  await link('Next visit: no day yet').click();
  await fill(DAY, '2026-12-03');
  await button('Save').click();
  await see('Your visit on Thu, Dec 3 is saved.');
  await expect.poll(() => server.inputsOf('saveVisit')).toHaveLength(2);
  const [first, second] = server.inputsOf('saveVisit');
  expect(first).toMatchObject({ day: null });
  expect(second).toMatchObject({ day: '2026-12-03', version: 1, visitId: first?.visitId });
});

it('keeps what is typed until it is saved, also after a reload', async () => {
  open('/dashboard?nextvisit', [makeVisit()]);
  await fill('Third topic', 'Falls');
  await dialog().getByRole('button', { name: 'Close' }).click();
  await see(link('Next visit: Thu, Dec 3 (not saved yet)'));
  const server = open('/dashboard?nextvisit', [makeVisit()]);
  await expect.element(page.getByLabelText('Third topic')).toHaveValue('Falls');
  await button('Save').click();
  await expect
    .poll(() => server.inputsOf('saveVisit'))
    .toMatchObject([{ topics: ['Freezing in doorways', 'Sleep', 'Falls'], version: 1 }]);
  await seeNot('(not saved yet)');
});

it('leads to the page for it, without a visit from its own screen', async () => {
  open('/dashboard');
  await link('Add your next visit').click();
  await see(dialog());
  expect(link('Page for your visit').elements()).toHaveLength(1);
  await link('Page for your visit').click();
  await see(page.getByRole('heading', { name: 'Since the last visit (Oct 22)' }));
});

it('says if another device has saved another visit without a day', async () => {
  const stored = makeVisit({ visitId: crypto.randomUUID(), day: null, topics: ['Sleep'] });
  open('/dashboard?nextvisit', [], { saveVisit: refuse('visitWithoutDay', { stored }) });
  await fill('First topic', 'Falls');
  await button('Save').click();
  await see('You already have a visit without a day. Please choose a day for one of them.');
  await see('No day yet. Sleep');
  await see('No day yet. Falls');
  await button('Keep what is saved').click();
  await seeNot('No day yet. Falls');
});

it('shows both if another device has changed the visit, and saves the one that is chosen', async () => {
  const stored = makeVisit({ version: 2, topics: ['Pain'] });
  let isFirst = true;
  open('/dashboard?nextvisit', [makeVisit()]);
  await fill('Third topic', 'Falls');
  // The page has loaded the change of the other device when the person presses Save, but they have not seen it.
  const server = open('/dashboard?nextvisit', [stored], {
    saveVisit: ({ day, topics }) => {
      if (!isFirst) return makeVisit({ day, topics, version: 3 });
      isFirst = false;
      return refuse('visitChanged', { stored });
    },
  });
  await expect.element(page.getByLabelText('Third topic')).toHaveValue('Falls');
  await button('Save').click();
  await see('This visit was changed somewhere else.');
  await seeNot('is saved.');
  await see('Thu, Dec 3. Pain');
  await see('Thu, Dec 3. Freezing in doorways. Sleep. Falls');
  await button('Save mine instead').click();
  await seeNot('Save mine instead');
  await expect
    .poll(() => server.inputsOf('saveVisit'))
    .toMatchObject([
      { version: 1 },
      {
        ...{ visitId: stored.visitId, version: 2 },
        topics: ['Freezing in doorways', 'Sleep', 'Falls'],
      },
    ]);
});

it('can be closed while the visits are loading', async () => {
  open('/dashboard?nextvisit', [], { getVisits: silence });
  await see(dialog().getByText('Loading...'));
  await dialog().getByRole('button', { name: 'Close' }).click();
  await seeNot(dialog());
});

it('lists earlier and deleted visits, and restores these', async () => {
  const server = open('/dashboard?nextvisit', [
    makeVisit({ visitId: crypto.randomUUID(), day: '2026-05-04', topics: ['Falls', 'Pain'] }),
    makeVisit(),
    makeVisit({ visitId: crypto.randomUUID(), day: null, topics: ['Sleep'], deletedAt: NOW }),
  ]);
  await openOthers();
  const earlier = page.getByRole('list', { name: 'Earlier visits' });
  await see(earlier.getByText('Mon, May 4'));
  await see(earlier.getByText('Falls · Pain'));
  expect(earlier.getByRole('listitem').elements()).toHaveLength(1);
  const deleted = page.getByRole('list', { name: 'Deleted in the last 30 days' });
  await see(deleted.getByText('No day yet'));
  server.answer({ restoreVisit: refuse('visitWithoutDay', { stored: makeVisit({ day: null }) }) });
  const restore = button('Restore the visit without a day');
  await restore.click();
  await see('You already have a visit without a day.');
  server.answer({ restoreVisit: makeVisit(), getDeletedVisits: [] });
  await restore.click();
  await see('The visit without a day is restored.');
  await expect
    .element(page.getByRole('heading', { name: 'Deleted in the last 30 days' }))
    .toHaveFocus();
});

it('opens the other visits as a page that starts at its top, and goes back to the row that opened it', async () => {
  const earlier = [1, 2, 3, 4, 5].map((month) =>
    makeVisit({
      ...{ visitId: crypto.randomUUID(), day: `2026-0${month}-04` },
      topics: ['A long topic. '.repeat(14), 'Another long topic. '.repeat(10)],
    }),
  );
  open('/dashboard?nextvisit', [makeVisit(), ...earlier]);
  const others = button('Earlier and deleted visits');
  await openOthers();
  const title = page.getByRole('heading', { name: 'Earlier and deleted visits' });
  await expect.element(title).toHaveFocus();
  expect(dialog().element().scrollHeight).toBeGreaterThan(innerHeight);
  expect(dialog().element().scrollTop).toBe(0);
  await seeNot(page.getByLabelText(DAY));
  await goBack();
  await expect.element(others).toHaveFocus();
  await see(page.getByLabelText(DAY));
});

it('leads to the page for it and to the diary, and closes', async () => {
  open('/dashboard?nextvisit', [makeVisit()]);
  await dialog().getByRole('link', { name: 'Motor diary' }).click();
  await see(page.getByRole('dialog', { name: 'Motor diary' }));
  await seeNot(page.getByRole('dialog', { name: 'Your visit' }));
});

it('lists the five other visits nearest to today, and five more at each press', async () => {
  const on = (day: string) => makeVisit({ visitId: crypto.randomUUID(), day });
  const earlier = [1, 2, 3, 4, 5, 6].map((month) => on(`2026-0${month}-04`));
  const later = [1, 2, 3, 4, 5, 6].map((month) => on(`2027-0${month}-04`));
  open('/dashboard?nextvisit', [...later, ...earlier, makeVisit()]);
  await openOthers();
  const days = (name: string) =>
    page
      .getByRole('list', { name })
      .getByRole('listitem')
      .elements()
      .map((row) => row.querySelector('.entry-row-number')?.textContent);
  const EARLIER = ['Thu, Jun 4', 'Mon, May 4', 'Sat, Apr 4', 'Wed, Mar 4', 'Wed, Feb 4'];
  const LATER = ['Jan 4, 2027', 'Feb 4, 2027', 'Mar 4, 2027', 'Apr 4, 2027', 'May 4, 2027'];
  await expect.poll(() => days('Earlier visits')).toEqual(EARLIER);
  expect(days('Later visits')).toEqual(LATER);
  await button('Show older visits').click();
  await expect.poll(() => days('Earlier visits')).toEqual([...EARLIER, 'Sun, Jan 4']);
  await button('Show later visits').click();
  await expect.poll(() => days('Later visits')).toEqual([...LATER, 'Jun 4, 2027']);
});

it('lists five deleted visits, and keeps the row of a restored one among them', async () => {
  const deleted = (day: string, deletedAt: string) =>
    makeVisit({ visitId: crypto.randomUUID(), day, deletedAt });
  const list = [10, 11, 12, 13, 14, 15].map((day) =>
    deleted(`2026-12-${day}`, `2026-11-${25 - day}T17:00:00.000Z`),
  );
  const server = open('/dashboard?nextvisit', [makeVisit(), ...list]);
  await openOthers();
  const rows = page
    .getByRole('list', { name: 'Deleted in the last 30 days' })
    .getByRole('listitem');
  await seeCount(rows, 5);
  // Meanwhile another device has deleted one.
  const newest = deleted('2026-12-09', NOW);
  const fifth = list[4] ?? newest;
  server.answer({
    restoreVisit: { ...fifth, deletedAt: undefined },
    getDeletedVisits: [newest, ...list.filter((each) => each !== fifth)],
  });
  await button('Restore the visit on Mon, Dec 14').click();
  await see('The visit on Mon, Dec 14 is restored.');
  await seeCount(rows, 6);
  await button('Show older deleted entries').click();
  await seeCount(rows, 7);
});

const DEC_1 = makeVisit({
  ...{ visitId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f01', day: '2026-12-01' },
  ...{ topics: ['Pain'], deletedAt: NOW },
});
const DEC_20 = makeVisit({ visitId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f20', day: '2026-12-20' });
const MAY_4 = makeVisit({
  ...{ visitId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f04', day: '2026-05-04' },
  ...{ topics: ['Falls'], version: 3 },
});

const openOthers = () => button('Earlier and deleted visits').click();
const goBack = () => button('Back', true).click();
const seeValue = (label: string, value: string) =>
  expect.element(page.getByLabelText(label, { exact: true })).toHaveValue(value);

it('shows the next visit after an earlier one was restored, and deletes the one on the screen', async () => {
  const server = open('/dashboard?nextvisit', [DEC_20, DEC_1]);
  await seeValue(DAY, '2026-12-20');
  await openOthers();
  await button('Restore the visit on Tue, Dec 1').click();
  await see('The visit on Tue, Dec 1 is restored.');
  await goBack();
  await seeValue(DAY, '2026-12-01');
  await seeValue('First topic', 'Pain');
  await openOthers();
  await button('Edit the visit on Sun, Dec 20').click();
  await seeValue(DAY, '2026-12-20');
  await button('Delete this visit').click();
  await see('The visit on Sun, Dec 20 was deleted.');
  expect(server.inputsOf('deleteVisit')).toMatchObject([{ visitId: DEC_20.visitId }]);
});

it('keeps what is typed when another visit becomes the next one, and saves and deletes its own visit', async () => {
  const server = open('/dashboard?nextvisit', [DEC_20, DEC_1]);
  await fill('Third topic', 'Falls');
  await openOthers();
  await button('Restore the visit on Tue, Dec 1').click();
  await see('The visit on Tue, Dec 1 is restored.');
  await goBack();
  await seeValue(DAY, '2026-12-20');
  await seeValue('Third topic', 'Falls');
  await button('Save').click();
  await see('Your visit on Sun, Dec 20 is saved.');
  await expect
    .poll(() => server.inputsOf('saveVisit'))
    .toMatchObject([{ visitId: DEC_20.visitId, day: '2026-12-20', version: 1 }]);
  await link('Change the visit').click();
  await openOthers();
  await button('Edit the visit on Sun, Dec 20').click();
  await button('Delete this visit').click();
  await see('The visit on Sun, Dec 20 was deleted.');
  expect(server.inputsOf('deleteVisit')).toMatchObject([{ visitId: DEC_20.visitId }]);
});

it('shows a restored visit without a day, so that Save changes it and adds no second one', async () => {
  const server = open('/dashboard?nextvisit', [makeVisit({ day: null, deletedAt: NOW })]);
  await openOthers();
  await button('Restore the visit without a day').click();
  await see('The visit without a day is restored.');
  await goBack();
  await seeValue('First topic', 'Freezing in doorways');
  await fill('Third topic', 'Falls');
  await button('Save').click();
  await expect
    .poll(() => server.inputsOf('saveVisit'))
    .toMatchObject([{ visitId: makeVisit().visitId, version: 1 }]);
});

it('keeps the waiting change of another visit when one is saved', async () => {
  open('/dashboard?nextvisit', [DEC_20, DEC_1], { saveVisit: lost });
  await fill('First topic', 'Falls');
  await button('Save').click();
  await link('Change the visit').click();
  await openOthers();
  await button('Restore the visit on Tue, Dec 1').click();
  await see('The visit on Tue, Dec 1 is restored.');
  await goBack();
  await seeValue(DAY, '2026-12-01');
  await fill('First topic', 'Sleep');
  await button('Save').click();
  await see('Your visit on Tue, Dec 1 is saved.');
  const server = open('/dashboard');
  await expect
    .poll(() => server.inputsOf('saveVisit'))
    .toMatchObject([
      { visitId: DEC_20.visitId, topics: ['Falls', 'Sleep'] },
      { visitId: DEC_1.visitId, topics: ['Sleep'] },
    ]);
});

it('changes an earlier visit, whose wrong year made it the last one', async () => {
  const server = open('/dashboard?nextvisit', [makeVisit(), MAY_4]);
  await openOthers();
  await button('Edit the visit on Mon, May 4').click();
  await expect.element(page.getByRole('heading', { name: 'Visit on Mon, May 4' })).toHaveFocus();
  await seeValue('First topic', 'Falls');
  await see('The page for your visit starts on this day.');
  await fill(DAY, '2025-05-04');
  await seeNot('The page for your visit starts on this day.');
  await button('Save').click();
  await see('Your visit on May 4, 2025 is saved.');
  await expect
    .poll(() => server.inputsOf('saveVisit'))
    .toMatchObject([{ visitId: MAY_4.visitId, day: '2025-05-04', topics: ['Falls'], version: 3 }]);
  await link('Change the visit').click();
  await openOthers();
  await see(page.getByRole('list', { name: 'Earlier visits' }).getByText('May 4, 2025'));
  await goBack();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await see(link('Next visit: Thu, Dec 3'));
});

it('deletes an earlier visit, and restores it', async () => {
  const server = open('/dashboard?nextvisit', [makeVisit(), MAY_4]);
  await openOthers();
  await button('Edit the visit on Mon, May 4').click();
  await button('Delete this visit').click();
  await see('The visit on Mon, May 4 was deleted.');
  expect(server.inputsOf('deleteVisit')).toMatchObject([{ visitId: MAY_4.visitId }]);
  await button('Undo').click();
  await see('The visit on Mon, May 4 is restored.');
  expect(server.inputsOf('restoreVisit')).toMatchObject([{ visitId: MAY_4.visitId }]);
});

it('keeps what is typed about several visits, and says about which', async () => {
  open('/dashboard?nextvisit', [makeVisit(), MAY_4]);
  await fill('Third topic', 'Pain');
  await openOthers();
  await button('Edit the visit on Mon, May 4').click();
  await fill('Second topic', 'Cramps');
  await openOthers();
  await see(page.getByRole('list', { name: 'Earlier visits' }).getByText('(not saved yet)'));
  open('/dashboard?nextvisit', [makeVisit(), MAY_4]);
  await seeValue('Third topic', 'Pain');
  await openOthers();
  await button('Edit the visit on Mon, May 4').click();
  await seeValue('Second topic', 'Cramps');
});

it('asks what to do with a refused change of an earlier visit, which does not become the next one', async () => {
  open('/dashboard?nextvisit', [makeVisit(), MAY_4], {
    saveVisit: refuse('visitChanged', { stored: { ...MAY_4, version: 4, topics: ['Pain'] } }),
  });
  await openOthers();
  await button('Edit the visit on Mon, May 4').click();
  await fill('Second topic', 'Cramps');
  await button('Save').click();
  await see('Mon, May 4. Falls. Cramps');
  await see(link('Next visit: Thu, Dec 3'));
  const card = page.getByRole('region', { name: 'For your doctor' });
  const history = page.getByRole('region', { name: 'Form history' });
  expect(isBefore(card, history)).toBe(true);
  await button('Keep what is saved').click();
  await seeNot('Keep what is saved');
  // The card keeps its place under the finger.
  expect(isBefore(card, history)).toBe(true);
});

it.each(['2026-11-19', '2026-11-21'])(
  'asks in Today for the diary before a visit on %s',
  async (day) => {
    open('/dashboard', [makeVisit({ day })], {}, []);
    await see(page.getByRole('region', { name: 'Today' }));
    await button('Diary Fill it in today, for your visit').click();
    await see(page.getByRole('dialog', { name: 'Motor diary' }));
  },
);

it.each(['2026-11-18', '2026-11-22'])(
  'asks for no diary in Today with a visit on %s',
  async (day) => {
    open('/dashboard', [makeVisit({ day })]);
    await see(page.getByRole('heading', { name: 'visit' }));
    await seeNot(page.getByRole('button', { name: 'Diary' }));
  },
);

it.each([
  ['2026-11-18', 'Your visit is today', 'Wed, Nov 18. 2 things to talk about.'],
  ['2026-11-19', 'Visit tomorrow', 'Thu, Nov 19. 2 things to talk about.'],
  ['2026-11-20', 'Visit on Fri, Nov 20', 'In 2 days. 2 things to talk about.'],
  ['2026-11-25', 'Visit on Wed, Nov 25', 'In 7 days. 2 things to talk about.'],
  ['2026-11-17', 'Your visit was yesterday', 'Add your next visit'],
])('puts the card of a visit on %s before the history', async (day, title, text) => {
  open('/dashboard', [makeVisit({ day })]);
  const card = page.getByRole('region', { name: title });
  await see(card.getByText(text));
  await see(card.getByRole('link', { name: 'Page for your visit' }));
  await see(card.getByRole('link', { name: 'Report for your doctor' }));
  expect(card.getByText('Next visit:').elements()).toEqual([]);
  expect(isBefore(card, page.getByRole('region', { name: 'Form history' }))).toBe(true);
});

it.each(['2026-11-26', '2026-11-16'])(
  'puts the card after the charts with a visit on %s',
  async (day) => {
    open('/dashboard', [makeVisit({ day })]);
    const card = page.getByRole('region', { name: 'For your doctor' });
    await see(card.getByRole('link', { name: 'Report for your doctor' }));
    expect(isBefore(page.getByRole('region', { name: 'Symptom Time Analysis' }), card)).toBe(true);
  },
);

function isBefore(one: Locator, other: Locator): boolean {
  const place = one.element().compareDocumentPosition(other.element());
  return (place & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

it.each([360, 1280])('has falls in one order at every width, here at %i px', async (width) => {
  await resizeTo(width, 800);
  open('/dashboard?visit', [], { getVisitSummary: makeSummary() });
  const [doses, falls, times] = ['After a levodopa dose', 'Falls', 'By time of day, and over time'];
  const title = (text = '') => page.getByText(text, { exact: true }).first();
  await see(title(times));
  expect(isBefore(title(doses), title(falls))).toBe(true);
  expect(isBefore(title(falls), title(times))).toBe(true);
});

it('requests the chosen days, and keeps the page until they have loaded', async () => {
  const server = open('/dashboard?visit', [], {
    getVisitSummary: ({ from }) =>
      from === undefined
        ? makeSummary()
        : makeSummary({ basis: 'chosen', days: { first: from, last: '2026-11-18' } }),
  });
  await see(page.getByRole('heading', { name: 'Since the last visit (Oct 22)' }));
  // React's development build may mount the page twice, which cancels its first request and repeats it.
  const first = server.inputsOf('getVisitSummary');
  expect(new Set(first.map(({ from }) => from))).toEqual(new Set([undefined]));
  await page.getByLabelText('Period').selectOptions('The last 90 days');
  await see(page.getByRole('heading', { name: 'The last 90 days' }));
  expect(server.inputsOf('getVisitSummary').slice(first.length)).toMatchObject([
    { from: '2026-08-21' },
  ]);
  await page.getByLabelText('Period').selectOptions('The last 28 days');
  await see(page.getByRole('heading', { name: 'The last 28 days' }));
  await page.getByRole('link', { name: 'Overview' }).click();
  await see('Today');
});

it('has the report of its own days', async () => {
  open('/dashboard?visit', [makeVisit()]);
  await page.getByRole('link', { name: 'Report as a PDF' }).click();
  await see(button('Oct 22 to Nov 18, 2026 Summary, Letter (US)'));
});

it.each([360, 1280])('says which days are before, here at %i px', async (width) => {
  await resizeTo(width, 800);
  open('/dashboard?visit', [makeVisit()]);
  const texts = page.getByText('Before: Sep 24 to Oct 21.');
  const shown = () => texts.elements().filter((each) => each.checkVisibility()).length;
  await expect.poll(shown).toBe(1);
});

it('shows the lines over time whole, and no text under a grid line, with larger text', async () => {
  await resizeTo(1280, 800);
  localStorage.setItem('display', JSON.stringify(['largeText']));
  open('/dashboard?visit', [makeVisit()]);
  await see(page.getByRole('heading', { name: 'By time of day, and over time' }));
  await document.fonts.ready;
  const edges = (selector: string) =>
    [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const [table] = edges('.visit-scroll:has(> .visit-symptoms)');
  const lines = edges('.visit-symptoms .spark-line');
  expect(lines.length).toBeGreaterThan(1);
  for (const { width, right } of lines) {
    expect(width).toBeGreaterThan(40);
    expect(right).toBeLessThanOrEqual(table?.right ?? 0);
  }
  for (const chart of document.querySelectorAll('.dose-boxes-chart')) {
    const few = [...chart.querySelectorAll('text')].filter(({ textContent: text }) =>
      ['too', 'few'].includes(text),
    );
    expect(few).toHaveLength(2);
    for (const line of chart.querySelectorAll('.chart-grid')) {
      const { top } = line.getBoundingClientRect();
      for (const text of few) {
        const { top: above, bottom: below } = text.getBoundingClientRect();
        expect(above < top && top < below).toBe(false);
      }
    }
  }
});

it('keeps what another window has typed about another visit', async () => {
  open('/dashboard?nextvisit', [makeVisit()]);
  await fill('Second topic', 'Falls');
  const drafts = () => visitDrafts.read(person.session.id);
  const other = { visitId: 'other', day: null, topics: ['Sleep'], bloodPressure: null };
  visitDrafts.keep(person.session.id, 'other', other);
  await fill('Third topic', 'Pain');
  expect(Object.values(drafts())).toHaveLength(2);
  expect(drafts()).toMatchObject({ other });
  await button('Save').click();
  await expect.poll(drafts).toEqual({ other });
  visitDrafts.keep(person.session.id, 'other', undefined);
});

it('keeps each word and each range of its tables on one line, with larger text on a phone', async () => {
  await page.viewport(360, 740);
  localStorage.setItem('display', JSON.stringify(['largeText']));
  openApp('/dashboard?visit', {
    ...answersFor(person, [FORM]),
    ...answersForVisits([makeVisit()]),
  });
  await see(page.getByRole('heading', { name: 'By time of day, and over time' }));
  await document.fonts.ready;
  const linesOf = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  const texts = [...document.querySelectorAll('.visit-symptoms thead th, .visit-hours td > .soft')];
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => linesOf(text) > 1).map((text) => text.textContent)).toEqual([]);
});
