import { beforeEach, expect, it, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { HISTORY_PAGE } from '../../contract/page-data.ts';
import { openApp } from '../testing/app.tsx';
import { answersForDoses, makeLevodopa } from '../testing/doses.ts';
import { pageDataOf } from '../testing/page-data.ts';
import { answersFor, makeForm, makeForms, makePerson, NOW } from '../testing/person.ts';
import { button, hold, keys, see, seeCount, seeNot, seeTexts, tab } from '../testing/screen.ts';
import { type FakeServer, refuse } from '../testing/server.ts';
import { setDisplay } from '../ui/display.ts';

const line = page.getByRole('region', { name: 'Average Symptom Severity' });
const bars = page.getByRole('region', { name: 'Symptom Time Analysis' });
const PERSON = makePerson({ past: ['Poor sleep'] });
const FORMS = makeForms(92);
const FORMS_OF_TODAY = Array.from({ length: HISTORY_PAGE + 1 }, (_, index) =>
  makeForm(400 - index, new Date(Date.parse(NOW) - index * 60_000).toISOString(), { Tremor: 2 }),
);
const HINT = 'Use the arrow keys to move between points.';

let server: FakeServer;

beforeEach(() => {
  server = openApp('/dashboard', answersFor(PERSON, FORMS));
});

it.each([
  ['Last 7 days', 'Last 7 Days', 'Daily averages for the last 7 days', 'Nov 12', 7],
  ['Last month', 'Last Month', '3-day averages for the last 30 days', 'Oct 20 – 22', 10],
  ['Last 6 weeks', 'Last 6 Weeks', '3.5-day averages for the last 6 weeks', 'Oct 8 – 11', 12],
  ['Last 3 months', 'Last 3 Months', 'Weekly averages for the last 90 days', 'Aug 21 – 27', 14],
])('%s: titles, granularity and parts', async (option, period, granularity, first, parts) => {
  for (const chart of [line, bars]) {
    await chart.getByLabelText('Timeframe').selectOptions(option);
  }
  await see(page.getByRole('heading', { name: `Average Symptom Severity Over Time - ${period}` }));
  await see(page.getByRole('heading', { name: `Symptom Severity By Time of Day - ${period}` }));
  await see(page.getByText(granularity, { exact: true }));
  await seeCount(page.getByText('Based on patient data for selected timeframe'), 2);
  await line.getByText('Show the numbers').click();
  const rows = line.getByRole('rowheader');
  const labels = () => rows.elements().map(({ textContent }) => textContent);
  await expect.poll(() => labels().filter((label) => label === first).length).toBe(1);
  expect(labels()).toHaveLength(parts);
});

it('custom dates: defaults, what is drawn, and every warning', async () => {
  await line.getByLabelText('Timeframe').selectOptions('Custom');
  // Each chart has its own timeframe.
  await see(bars.getByRole('heading', { name: 'Last 7 Days' }));
  const [start, end] = [line.getByLabelText('Start Date'), line.getByLabelText('End Date')];
  await expect.element(start).toHaveValue('2026-10-20');
  await expect.element(end).toHaveValue('2026-11-18');
  await see('Custom date range: Oct 20, 2026 to Nov 18, 2026');
  await see('Custom period averages');
  await see(line.getByRole('heading', { name: 'Over Time - Custom Period' }));
  await end.fill('2026-12-01');
  await see('⚠️ End date is in the future - limited data may be shown');
  // Only the icon of the message is visible, not the spec's warning sign.
  expect(page.getByText('⚠️', { exact: true }).element().className).toBe('visually-hidden');
  await start.fill('2026-11-20');
  await see('⚠️ Start date is in the future - no data will be shown');
  await end.fill('2026-11-01');
  await see('Start date is after end date - no data will be shown');
  await end.fill('');
  await seeNot('Custom date range:');
  await see('Enter both dates. For now, you see the last');
});

it('what is below the charts hardly moves when they appear', async () => {
  const { held, goOn } = hold();
  // The first page of the history covers less than the chart shows.
  const answers = answersFor(PERSON, FORMS_OF_TODAY);
  const { getUserForms } = answers;
  openApp('/dashboard', {
    ...answers,
    ...answersForDoses([makeLevodopa()]),
    getUserForms: async (input) => {
      if (input.from) await held;
      return getUserForms(input);
    },
  });
  await seeCount(page.getByRole('status').filter({ hasText: 'Loading patient data...' }), 2);
  const below = page.getByRole('heading', { name: 'After a dose' });
  const top = () => below.element().getBoundingClientRect().top + window.scrollY;
  const before = top();
  goOn();
  await seeCount(page.getByRole('application'), 2);
  // At most a line of each card's finding.
  expect(Math.abs(top() - before)).toBeLessThan(64);
});

it('a chart stays until the forms of another timeframe arrive', async () => {
  await see(line.getByRole('img'));
  const { height } = line.element().getBoundingClientRect();
  const { held, goOn } = hold();
  const { getUserForms } = answersFor(PERSON, FORMS);
  server.answer({
    getUserForms: async (input) => {
      await held;
      return getUserForms(input);
    },
  });
  await line.getByLabelText('Timeframe').selectOptions('Last 3 months');
  await see(line.getByText('Loading patient data...'));
  await see(line.getByRole('heading', { name: 'Last 7 Days' }));
  await see('Daily averages for the last 7 days');
  expect(line.element().getBoundingClientRect().height).toBe(height);
  goOn();
  await see(line.getByRole('heading', { name: 'Last 3 Months' }));
});

it('every timeframe is drawn from the forms that the page has, and later once more from those of the server', async () => {
  const asked = () => server.inputsOf('getUserForms');
  await expect.poll(() => asked().filter(({ from, to }) => from && !to).length).toBe(1);
  await see(line.getByRole('application'));
  const { length } = asked();
  for (const card of [line, bars]) {
    for (const [timeframe, heading] of [
      ['Last month', 'Last Month'],
      ['Last 3 months', 'Last 3 Months'],
    ] as const) {
      await card.getByLabelText('Timeframe').selectOptions(timeframe);
      await see(card.getByRole('heading', { name: heading }));
    }
  }
  expect(asked()).toHaveLength(length);
  vi.setSystemTime(Date.parse(NOW) + 20_000);
  const { held, goOn } = hold();
  const { getUserForms } = answersFor(PERSON, FORMS.slice(0, 3));
  server.answer({
    getUserForms: async (input) => {
      await held;
      return getUserForms(input);
    },
  });
  await line.getByLabelText('Timeframe').selectOptions('Last 6 weeks');
  await see(line.getByRole('heading', { name: 'Last 6 Weeks' }));
  await line.getByText('Show the numbers').click();
  await see(line.getByRole('cell', { name: '(11)' }).first());
  goOn();
  await seeNot(line.getByRole('cell', { name: '(11)' }));
});

it('the checklist holds profile and past symptoms, the profile symptoms checked', async () => {
  const forms = makeForms(7, ['Tremor', 'Stiffness', 'Balance', 'Poor sleep']);
  openApp('/dashboard', answersFor(PERSON, forms));
  await line.getByText('3 symptoms').click();
  await see(line.getByRole('checkbox').first());
  for (const name of ['Tremor', 'Stiffness', 'Balance']) {
    await expect.element(line.getByRole('checkbox', { name: `${name} Profile` })).toBeChecked();
  }
  const past = line.getByRole('checkbox', { name: 'Poor sleep Past' });
  await expect.element(past).not.toBeChecked();
  await past.click();
  await expect.element(past).toBeChecked();
  await line.getByText('Show the numbers').click();
  await see(line.getByRole('columnheader', { name: 'Poor sleep' }));
  for (const box of line.getByRole('checkbox').all()) await box.click();
  await see('Select symptoms to view the average severity trend');
  await bars.getByText('3 symptoms').click();
  for (const box of bars.getByRole('checkbox').all().slice(0, 3)) await box.click();
  await see('Select symptoms to view the time analysis chart');
});

it('the checklist stays under the finger while the chart above changes its height', async () => {
  await page.viewport(320, 640);
  await line.getByText('3 symptoms').click();
  await see(line.getByRole('checkbox').first());
  line.getByRole('checkbox').last().element().scrollIntoView({ block: 'end' });
  const top = () =>
    line.getByRole('group', { name: 'Symptoms' }).element().getBoundingClientRect().top;
  const before = top();
  for (const box of line.getByRole('checkbox').elements()) {
    (box as HTMLElement).click();
    expect(Math.abs(top() - before)).toBeLessThan(1);
    // Waits for the next frame, in which the browser may scroll too.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    expect(Math.abs(top() - before)).toBeLessThan(1);
  }
  expect(line.getByRole('checkbox', { checked: true }).elements()).toHaveLength(1);
});

it('the button of the table keeps its place, and says that it hides the numbers', async () => {
  const show = line.getByRole('button', { name: 'Show the numbers' });
  await see(show);
  const placeOf = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return [left, element.getBoundingClientRect().top + scrollY, width];
  };
  const before = placeOf(show.element());
  await show.click();
  const hide = line.getByRole('button', { name: 'Hide the numbers' });
  await see(line.getByRole('table'));
  const [left, top, width = 0] = placeOf(hide.element());
  expect([left, top]).toEqual(before.slice(0, 2));
  expect(Math.abs(width - (before[2] ?? 0))).toBeLessThan(8);
  await hide.click();
  await seeNot(line.getByRole('table'));
});

it('with large controls the folds and the tabs of the history are large and apart', async () => {
  await page.viewport(360, 740);
  setDisplay(['largeControls']);
  await see(line.getByRole('button', { name: 'Show the numbers' }));
  const boxes = [tab('Most Recent Form'), tab('Past Forms')]
    .concat(['3 symptoms', 'Show the numbers'].map((name) => line.getByRole('button', { name })))
    .concat([button('Aa'), button('Logout')])
    .map((locator) => locator.element().getBoundingClientRect());
  for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(64);
  for (const [index, one] of boxes.entries()) {
    const other = boxes[index + 1];
    if (!other || index % 2 === 1) continue;
    expect(Math.max(other.left - one.right, other.top - one.bottom)).toBeGreaterThanOrEqual(16);
  }
  expect(document.documentElement.scrollWidth).toBe(360);
});

it('the headings of the table do not break, even with larger text at 320 px', async () => {
  await page.viewport(320, 640);
  setDisplay(['largeText']);
  await line.getByText('Show the numbers').click();
  await see(line.getByRole('table'));
  for (const heading of line.getByRole('columnheader').elements()) {
    const range = new Range();
    range.selectNodeContents(heading);
    expect(range.getClientRects(), heading.textContent).toHaveLength(1);
  }
  expect(document.documentElement.scrollWidth).toBe(320);
});

it('a press on a chart shows its numbers, and Refresh fetches them again', async () => {
  await bars.getByRole('img').click({ position: { x: 70, y: 100 } });
  await see(bars.getByText(/^Morning: \d\.\d, \d ratings?$/));
  const asked = server.inputsOf('getUserForms').length;
  await bars.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => server.inputsOf('getUserForms').length).toBe(asked + 1);
});

it('the arrow keys move between the points of the trend, and each point is spoken', async () => {
  const chart = line.getByRole('application', { name: 'Average Symptom Severity Over Time' });
  await expect.element(chart).toHaveAccessibleDescription(HINT);
  const element = chart.element();
  const spoken = () => element.querySelector('[aria-live=polite]')?.textContent;
  const tip = () => element.querySelector('.chart-tip')?.textContent;
  await see(line.getByRole('img'));
  (line.getByLabelText('Timeframe').element() as HTMLElement).focus();
  await keys('{Shift>}{Tab}{/Shift}');
  await expect.element(chart).toHaveFocus();
  expect(getComputedStyle(element).outlineWidth).toBe('3px');
  await expect.poll(tip).toBe(HINT);
  expect(spoken()).toBe('');
  for (const [key, words] of [
    ['ArrowRight', /^Tremor, Nov 12, average \d\.\d, \d ratings?$/],
    ['ArrowLeft', /^Tremor, Nov 12, /],
    ['ArrowRight', /^Tremor, Nov 13, average \d\.\d, \d ratings?$/],
    ['ArrowUp', /^Tremor, Nov 13, /],
    ['ArrowDown', /^Stiffness, Nov 13, average \d\.\d, \d ratings?$/],
    ['ArrowDown', /^Balance, Nov 13, /],
    ['ArrowDown', /^Balance, Nov 13, /],
    ['End', /^Balance, Nov 18, /],
    ['ArrowRight', /^Balance, Nov 18, /],
    ['ArrowUp', /^Stiffness, Nov 18, /],
    ['Home', /^Stiffness, Nov 12, average \d\.\d, \d ratings?$/],
  ] as const) {
    await keys(`{${key}}`);
    await expect.poll(spoken).toMatch(words);
  }
  expect(element.querySelector('.chart-ring')).not.toBeNull();
  expect(tip()).toMatch(/^Nov 12Tremor: .+Stiffness: .+Balance: /);
  const [, mean] = /average (\S+),/.exec(spoken() ?? '') ?? [];
  expect(element.querySelector('.chart-tip-point')?.textContent).toContain(`Stiffness: ${mean}, `);
  await keys('{Escape}');
  await expect.poll(() => element.querySelector('.chart-tip, .chart-ring')).toBeNull();
  await expect.poll(spoken).toBe('');
  await keys('{ArrowLeft}');
  await expect.poll(spoken).toMatch(/^Tremor, Nov 18, /);
  await keys('{Tab}');
  await expect.poll(() => element.querySelector('.chart-tip, .chart-ring')).toBeNull();
});

it('the arrow keys announce a part without data', async () => {
  server.answer(answersFor(PERSON, FORMS.slice(0, 30)));
  await line.getByLabelText('Timeframe').selectOptions('Last 3 months');
  await see(line.getByRole('heading', { name: 'Last 3 Months' }));
  const chart = line.getByRole('application');
  await see(chart);
  (chart.element() as HTMLElement).focus();
  await keys('{End}{ArrowDown}{ArrowDown}{Home}');
  const at = () => chart.element().querySelector('[aria-live=polite]')?.textContent;
  await expect.poll(at).toBe('Balance, Aug 21 to 27, no data');
  expect(chart.element().querySelector('.chart-tip-point')?.textContent).toBe('Balance: No data');
});

it('the arrow keys move between the bars, even at 320 px', async () => {
  await page.viewport(320, 640);
  const chart = bars.getByRole('application', { name: 'Symptom Severity By Time of Day' });
  await see(chart);
  const spoken = () => chart.element().querySelector('[aria-live=polite]')?.textContent;
  (bars.getByLabelText('Timeframe').element() as HTMLElement).focus();
  await keys('{Shift>}{Tab}{/Shift}');
  await expect.element(chart).toHaveFocus();
  for (const [key, words] of [
    ['ArrowDown', /^Tremor, Morning, average \d\.\d, \d ratings?$/],
    ['ArrowDown', /^Tremor, Afternoon, average \d\.\d, \d ratings?$/],
    ['ArrowRight', /^Stiffness, Afternoon, average \d\.\d, \d ratings?$/],
    ['End', /^Balance, Afternoon, average \d\.\d, \d ratings?$/],
    ['ArrowDown', /^Balance, Evening, average \d\.\d, \d ratings?$/],
  ] as const) {
    await keys(`{${key}}`);
    await expect.poll(spoken).toMatch(words);
  }
  expect(chart.element().querySelector('.chart-ring')).not.toBeNull();
  expect(chart.element().querySelector('.chart-tip-point')?.textContent).toMatch(/^Evening: \d/);
  await keys('{Tab}');
  await expect.element(bars.getByLabelText('Timeframe')).toHaveFocus();
});

it('both charts are correct for three forms on one day', async () => {
  const forms = [
    makeForm(3, '2026-11-19T00:00:00Z', { Tremor: 2, Stiffness: 5, Balance: 3 }),
    makeForm(2, '2026-11-18T18:30:00Z', { Tremor: 3, Stiffness: 3, Balance: 2 }),
    makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 4, Stiffness: 2, Balance: 1 }),
  ];
  vi.setSystemTime('2026-11-19T00:10:00Z');
  openApp('/dashboard', answersFor(PERSON, forms));
  await line.getByText('Show the numbers').click();
  await bars.getByText('Show the numbers').click();
  const rowsOf = (chart: typeof line) =>
    chart
      .getByRole('row')
      .elements()
      .map((row) => [...row.children].map(({ textContent }) => textContent).join(' '));
  expect(rowsOf(line)).toEqual(
    expect.arrayContaining(['When Tremor Stiffness Balance', 'Nov 18 3.0 (3) 3.3 (3) 2.0 (3)']),
  );
  const empty = /^Nov 1[2-7] No data No data No data$/;
  expect(rowsOf(line).filter((row) => empty.test(row))).toHaveLength(6);
  expect(rowsOf(bars).slice(1)).toEqual([
    'Morning 4.0 (1) 2.0 (1) 1.0 (1)',
    'Afternoon 3.0 (1) 3.0 (1) 2.0 (1)',
    'Evening 2.0 (1) 5.0 (1) 3.0 (1)',
  ]);
});

it('pinch-zoom works on charts and controls as on the rest of the page', async () => {
  for (const chart of [line, bars]) {
    await see(chart.getByRole('img'));
    expect(getComputedStyle(chart.getByRole('img').element()).touchAction).toBe('pan-y pinch-zoom');
    const refresh = chart.getByRole('button', { name: 'Refresh' }).element();
    expect(getComputedStyle(refresh).touchAction).toBe('pinch-zoom');
  }
});

it('a chart keeps its settings in a hidden tab, but neither draws nor fetches', async () => {
  const timeframe = line.getByLabelText('Timeframe');
  const tremor = line.getByRole('checkbox', { name: 'Tremor Profile' });
  await timeframe.selectOptions('Last month');
  await line.getByText('3 symptoms').click();
  await tremor.click();
  await see(line.getByRole('heading', { name: 'Last Month' }));
  await seeCount(page.getByText('Based on patient data for selected timeframe'), 2);
  const drawn: MutationRecord[] = [];
  const observer = new MutationObserver((changes) => drawn.push(...changes));
  await tab('Settings').click();
  await see('Data Management');
  const asked = server.inputsOf('getUserForms').length;
  for (const chart of document.querySelectorAll('.chart')) {
    observer.observe(chart, { attributes: true, childList: true, subtree: true });
  }
  // The clock moves to the next day, and the browser window becomes wider.
  vi.setSystemTime('2026-11-19T17:00:00Z');
  await page.viewport(800, 740);
  document.dispatchEvent(new Event('visibilitychange'));
  await tab('Profile').click();
  await see('Personal Information');
  expect(document.querySelectorAll('.chart')).toHaveLength(2);
  expect(drawn).toEqual([]);
  expect(server.inputsOf('getUserForms')).toHaveLength(asked);

  await tab('Symptom Overview').click();
  await expect.element(timeframe).toHaveValue('month');
  await expect.element(tremor).not.toBeChecked();
  // Counts each window of time once, even if it is fetched twice.
  await expect.poll(() => new Set(windowsOfTheNextDay().map(({ from }) => from)).size).toBe(2);
  await see(line.getByRole('img'));
  const widthOf = () => (line.getByRole('img').element() as SVGSVGElement).viewBox.baseVal.width;
  // The new width is drawn in a transition.
  await expect.poll(widthOf).toBeGreaterThan(360);
  expect(widthOf()).toBe(line.getByRole('application').element().clientWidth);
});

/**
 * The requests for the windows of time that end on November 19, the next day. Each request covers one more day at both
 * ends.
 */
function windowsOfTheNextDay() {
  return server.inputsOf('getUserForms').filter(({ to }) => to === '2026-11-21T00:00:00.000Z');
}

it('both charts show a form that is saved just after midnight', async () => {
  await line.getByLabelText('Timeframe').selectOptions('Last 3 months');
  await see(line.getByRole('heading', { name: 'Last 3 Months' }));
  vi.setSystemTime('2026-11-19T05:00:10Z');
  const ratings = { Tremor: 2, Stiffness: 2, Balance: 2 };
  const saved = makeForm(300, '2026-11-19T05:00:10Z', ratings);
  server.answer({ ...answersFor(PERSON, [saved, ...FORMS]), saveSymptomForm: saved });
  await button('Track Symptoms').click();
  for (const name of Object.keys(ratings)) {
    const slider = page.getByRole('slider', { name });
    await see(slider);
    (slider.element() as HTMLElement).focus();
    await keys('2');
  }
  await button('Submit').click();
  await see('Form #300 is saved.');
  // The new day has replaced the oldest one, which had three forms.
  await see(bars.getByText('· 17 forms'));
  await see(line.getByText('· 266 forms'));
});

it('a page that stays open over midnight draws the new day', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(NOW) });
  server = openApp('/dashboard', answersFor(PERSON, FORMS));
  await see(line.getByRole('img'));
  vi.setSystemTime('2026-11-19T05:00:10Z');
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => windowsOfTheNextDay().length).toBeGreaterThan(0);
});

it('a chart reports a failed fetch, and Refresh repeats it', async () => {
  const answers = answersFor(PERSON, FORMS);
  const page = pageDataOf('/dashboard', answers);
  server = openApp('/dashboard', { ...answers, getUserForms: refuse('unavailable') }, page);
  await see(line.getByRole('img'));
  await line.getByLabelText('Timeframe').selectOptions('Last month');
  await see(line.getByText('We couldn’t load your data. Please press Refresh.'));
  server.answer(answersFor(PERSON, FORMS));
  await line.getByRole('button', { name: 'Refresh' }).click();
  await see(line.getByRole('img'));
  await seeNot('We couldn’t load your data.');
});

it('the charts say that there are no forms in the timeframe; without symptoms there are no charts', async () => {
  openApp('/dashboard', answersFor(PERSON));
  await seeCount(page.getByText('No forms in this period.'), 2);
  await see(line.getByLabelText('Timeframe'));
  await see(line.getByText('3 symptoms'));
  for (const part of ['Too few ratings', 'Show the numbers']) await seeNot(line.getByText(part));
  await seeNot(line.getByRole('img'));
  openApp('/dashboard', answersFor(makePerson({ symptoms: [] })));
  await see('No symptoms found');
  // Only what changes the empty page is filled.
  const offer = page.getByRole('link', { name: 'Add your symptoms' });
  const track = button('Track Symptoms', true);
  const isFilled = (each: Locator) => each.element().classList.contains('button-main');
  expect([offer, track].map(isFilled)).toEqual([true, false]);
  await seeNot(page.getByText('Select symptoms'));
  await seeNot(page.getByLabelText('Timeframe'));
  await page.getByRole('link', { name: 'Add your symptoms' }).click();
  await see(page.getByLabelText('Symptom 1', { exact: true }));
});

it('with few forms, a chart has its points and says that more are needed', async () => {
  openApp('/dashboard', answersFor(PERSON, [makeForm(1, '2026-11-18T13:10:00Z', { Tremor: 3 })]));
  await see(line.getByText('Log a few more days, and a pattern can show here.'));
  await see(line.getByRole('img'));
  await seeNot(line.getByText('Too few ratings'));
});

it('older forms are loaded in pages', async () => {
  await page.getByRole('tab', { name: 'Past Forms' }).click();
  const list = page.getByRole('list', { name: 'Past Forms' });
  await seeCount(list.getByRole('listitem'), 21);
  const { held, goOn } = hold();
  const { getUserForms } = answersFor(PERSON, FORMS);
  server.answer({
    getUserForms: async (input) => {
      await held;
      return getUserForms(input);
    },
  });
  await button('Show older forms').click();
  await see(button('Loading...'));
  goOn();
  await seeCount(list.getByRole('listitem'), 42);
});

it('a form for another time shows when it was entered', async () => {
  const [latest, second, ...others] = FORMS;
  if (!latest || !second) throw new Error('There are no forms');
  const late = {
    ...latest,
    date: '2026-11-16T13:10:00.000Z',
    enteredAt: '2026-11-18T17:00:00.000Z',
  };
  openApp('/dashboard', answersFor(PERSON, [late, second, ...others]));
  await see('Entered on Nov 18');
  await see('Nov 16, 8:10 AM EST');
  await seeTexts(page.getByText(/^Form #\d+$/), [`Form #${latest.formNumber}`]);
});

it('the history reports a failed fetch and can be fetched again', async () => {
  const answers = answersFor(PERSON, FORMS);
  const failing = openApp('/dashboard', { ...answers, getUserForms: refuse('internal') });
  await see('Failed to load form history');
  failing.answer(answers);
  await button('Try again').click();
  await see('Most Recent Form');
  await seeNot('Failed to load form history');
});

it('a change of medication is a line in the trend, with words in the tip and with the numbers', async () => {
  const now = makeLevodopa({ from: '2026-11-15', times: [{ time: '08:00', amount: 1.5 }] });
  const versions = [makeLevodopa({ from: '2026-10-01' }), now];
  openApp('/dashboard', { ...answersFor(PERSON, FORMS), ...answersForDoses(versions) });
  await see(line.getByText('Doses changed', { exact: true }));
  const chart = line.getByRole('application');
  await see(chart);
  const marks = chart.element().querySelectorAll('.chart-change');
  expect(marks).toHaveLength(1);
  const words = /^Nov 15, 2026: Levodopa\/carbidopa 100 mg: 1½ tablets at 8:00 AM$/;
  (chart.element() as HTMLElement).focus();
  await keys('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
  await see(chart.getByText(words));
  await keys('{ArrowRight}');
  await seeNot(chart.getByText(words));
  await line.getByText('Show the numbers').click();
  await see(line.getByRole('listitem').getByText(words));
  await line.getByLabelText('Timeframe').selectOptions('Last 3 months');
  // The first plan in the app is no change.
  await seeNot(line.getByText('Oct 1, 2026: Levodopa/carbidopa 100 mg'));
  await expect.poll(() => chart.element().querySelectorAll('.chart-change').length).toBe(1);
});
