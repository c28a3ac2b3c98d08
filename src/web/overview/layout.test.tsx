import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/accessible.ts';
import { openApp, seeAlive } from '../testing/app.tsx';
import { answersForDoses, makeDose, makeLevodopa } from '../testing/doses.ts';
import { makeMedication } from '../testing/medication-keeper.ts';
import { answersFor, makeForm, makeForms, makePerson } from '../testing/person.ts';
import { resizeTo, see, tab } from '../testing/screen.ts';
import { answersForVisits, makeVisit } from '../testing/visits.ts';

/** How the cards of a full evening are placed: two medications, three forms, five doses, a visit in two days. */

const rasagiline = makeMedication({
  ...{ medicationId: '0f9d6f0e-3b0c-4f0e-9d5b-1f4f4f4f4f51', name: 'Rasagiline', strength: 1 },
  times: [{ time: '08:00', amount: 1 }],
});

/** Days of a visit: the card of a near one stands out. */
const [NEAR, LATER] = ['2026-11-20', '2027-01-20'] as const;

function openEvening(visitDay: string = NEAR): void {
  vi.setSystemTime('2026-11-19T01:10:00Z');
  const forms = [
    makeForm(101, '2026-11-19T01:07:00Z', { Tremor: 3, Stiffness: 4, Balance: 2 }),
    makeForm(
      100,
      '2026-11-18T19:34:00Z',
      { Tremor: 2, Stiffness: 3, Balance: 1 },
      {
        notes: 'Better after a walk',
      },
    ),
    ...makeForms(30),
  ];
  const { medicationId, name, strength } = rasagiline;
  const doses = [
    makeDose('2026-11-18T13:02:00Z', { medicationId, name, strength, isLevodopa: false }),
    ...['2026-11-18T13:05:00Z', '2026-11-18T17:05:00Z', '2026-11-18T21:09:00Z'].map((at) =>
      makeDose(at),
    ),
    makeDose('2026-11-19T00:55:00Z', { amount: 0.5 }),
  ];
  openApp('/dashboard', {
    ...answersFor(makePerson(), forms),
    ...answersForDoses([makeLevodopa(), rasagiline], doses),
    ...answersForVisits([makeVisit({ day: visitDay })]),
  });
}

const card = (name: string) => page.getByRole('region', { name }).element();
const top = (name: string) => card(name).getBoundingClientRect().top + scrollY;
const box = (name: string) => card(name).getBoundingClientRect();

async function seeAll(): Promise<void> {
  await see(page.getByRole('region', { name: 'Visit on Fri, Nov 20' }));
  await see(page.getByRole('region', { name: 'After a dose' }));
}

it.each([
  [360, 740, NEAR],
  [360, 740, LATER],
  [820, 1180, NEAR],
  [820, 1180, LATER],
  [1280, 900, NEAR],
  [1280, 900, LATER],
])(
  'moves nothing when the app takes over the HTML of the server, %d x %d px, visit on %s',
  async (width, height, day) => {
    await resizeTo(width, height);
    const places = () =>
      [...document.querySelectorAll('.card, .card *:not(svg *)')]
        // What is last on the page may grow.
        .filter(
          (element) =>
            !element.closest(
              '.chart, [aria-label="After a dose"], .after-dose-loading, .overview > .visit-card',
            ),
        )
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { top, left, height } = element.getBoundingClientRect();
          const name = element.matches('.card') ? `Card from ${left}` : element.tagName;
          return `${name} at ${top + scrollY}, ${height} px`;
        });
    openEvening(day);
    await document.fonts.ready;
    const before = places();
    await expect.poll(() => page.getByRole('application').elements().length).toBe(2);
    expect(places()).toEqual(expect.arrayContaining(before));
  },
);

it('takes over the HTML although the browser’s Intl writes dates and zones otherwise', async () => {
  openEvening();
  // The browser renders later than this, and `openApp` fails if what it writes differs from the HTML.
  writeOtherwise();
  const time = document.querySelector('.entry-row-time');
  await seeAlive();
  await seeAll();
  expect(time?.isConnected).toBe(true);
  expect(time?.textContent).toBe('8:07 PM EST');
  await see(page.getByText('Wed, Nov 18', { exact: true }));
});

/** Makes `Intl` write dates with narrow spaces, and name zones by their offsets, as that of an old browser may. */
function writeOtherwise(): void {
  const other = (text: string) => text.replaceAll(' ', '\u202f').replace('Nov', 'Nov.');
  const { prototype } = Intl.DateTimeFormat;
  const { formatToParts } = prototype;
  const parts = vi.spyOn(prototype, 'formatToParts').mockImplementation(function (
    this: Intl.DateTimeFormat,
    at,
  ) {
    return formatToParts.call(this, at).map(({ type, value }) => {
      if (type === 'timeZoneName') return { type, value: 'GMT-5' };
      return { type, value: type === 'literal' ? other(value) : value };
    });
  });
  const ranges = vi
    .spyOn(prototype, 'formatRange')
    .mockImplementation((from, to) => `${other(String(from))} ${to}`);
  const { get } = Object.getOwnPropertyDescriptor(prototype, 'format') ?? {};
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get() {
      return (date: number) => other(get?.call(this)(date));
    },
  });
  onTestFinished(() => {
    for (const spy of [parts, ranges]) spy.mockRestore();
    Object.defineProperty(prototype, 'format', { configurable: true, get });
  });
}

it('has a full evening on a phone in few pixels, in the order of use', async () => {
  openEvening();
  await seeAll();
  const order = [
    'Medication',
    'Today',
    'Visit on Fri',
    'Form history',
    'Average Symptom Severity',
    'Symptom Time Analysis',
    'After a dose',
  ];
  const tops = order.map(top);
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(box('Today').height).toBeLessThanOrEqual(600);
  expect(box('Visit on Fri').height).toBeLessThanOrEqual(272);
  expect(box('Form history').height).toBeLessThanOrEqual(190);
  await expectAccessible({ isThorough: true });
});

it('fills two columns on a desktop, and its charts are side by side on a very wide one', async () => {
  openEvening();
  await seeAll();
  await resizeTo(1280, 900);
  const track = page.getByRole('button', { name: 'Track Symptoms' }).element();
  await expect.poll(() => track.getBoundingClientRect().width).toBe(420);
  // No card waits for one of the other column.
  const gaps = (names: string[]) =>
    names
      .slice(1)
      .map((name, index) => Math.round(top(name) - box(names[index] ?? '').bottom - scrollY));
  expect(gaps(['Medication', 'Today', 'Visit on Fri'])).toEqual([24, 24]);
  expect(gaps(['Form history', 'Average Symptom Severity', 'Symptom Time Analysis'])).toEqual([
    24, 24,
  ]);
  expect(top('Form history')).toBe(track.getBoundingClientRect().top + scrollY);
  expect(box('After a dose').width).toBe(1120);
  const ends = [box('Visit on Fri').bottom, box('Symptom Time Analysis').bottom];
  expect(Math.round(top('After a dose') - scrollY - Math.max(...ends))).toBe(24);

  await resizeTo(1920, 1080);
  await expect.poll(() => box('After a dose').width).toBe(1440);
  expect(top('Average Symptom Severity')).toBe(top('Symptom Time Analysis'));

  await resizeTo(820, 1180);
  await expect.poll(() => box('Today').width).toBe(772);
  expect(box('Form history').width).toBe(772);
});

it.each([
  ['Visit on Fri', NEAR],
  ['For your doctor', LATER],
])('has Medication and %s side by side on a tablet, above Today', async (visit, day) => {
  await resizeTo(820, 1180);
  openEvening(day);
  await seeAlive();
  await see(page.getByRole('region', { name: visit }));
  await expect.poll(() => top(visit)).toBe(top('Medication'));
  expect(box('Medication').right).toBe(box(visit).left - 24);
  expect([box('Medication').width, box(visit).width]).toEqual([374, 374]);
  const lowest = Math.max(box('Medication').bottom, box(visit).bottom);
  expect(Math.round(box('Today').top - lowest)).toBe(24);
  // The Tab key goes where the eye goes.
  const inDocument = () =>
    [...document.querySelectorAll('.medication-rows, .visit-card, .today')].map(
      ({ classList }) => classList[1],
    );
  await expect.poll(inDocument).toEqual(['medication-rows', 'visit-card', 'today']);
});

it('keeps the button of a dose near its name where Medication has the whole width', async () => {
  await resizeTo(700, 1000);
  openEvening();
  await seeAll();
  expect(box('Medication').width).toBe(652);
  const rows = [...document.querySelectorAll('.dose-press, .dose-state, .time-head')];
  const widths = rows.map((row) => row.getBoundingClientRect().width);
  expect(Math.max(...widths)).toBe(480);
});

it('keeps the left column in view beside past forms', async () => {
  openEvening();
  await seeAll();
  await resizeTo(1280, 900);
  await tab('Past Forms').click();
  await see(page.getByRole('list', { name: 'Past Forms' }));
  scrollTo(0, 1500);
  await expect.poll(() => Math.round(box('Visit on Fri').bottom)).toBe(900 - 24);
});
