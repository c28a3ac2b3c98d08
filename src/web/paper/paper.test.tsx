import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { bloodPressure } from '../../contract/kinds/blood-pressure.ts';
import { diary as diaryKind } from '../../contract/kinds/diary.ts';
import { fall } from '../../contract/kinds/fall.ts';
import { openApp } from '../testing/app.tsx';
import { makeDiary } from '../testing/diary.ts';
import { answersForKind } from '../testing/kinds.ts';
import { answersFor, makeForm, makePerson } from '../testing/person.ts';
import { save as answerTo, expectSeverity, rate } from '../testing/rating.ts';
import { button, fill, see, seeNot, summary, tab } from '../testing/screen.ts';
import { type Answers, file, lost, silence } from '../testing/server.ts';

const FIVE = ['Tremor', 'Stiffness', 'Balance', 'Sleep', 'Pain'];
/** Midnight of the day before the tests' day, in New York. */
const YESTERDAY = '2026-11-17T05:00:00.000Z';

function open(other: Answers = {}, diary = makeDiary(YESTERDAY, [])) {
  const answers = {
    ...answersFor(makePerson({ symptoms: FIVE })),
    ...answersForKind(diaryKind, diary),
  };
  return openApp('/dashboard?paper', { ...answers, ...other });
}

/** Of the part that is open. */
const timeOnSheet = page.getByRole('textbox', { name: 'Time on the sheet' });
const halfHour = (clock: string) => button(new RegExp(`^${clock}, `));

it('takes a whole day of five symptoms, the diary and a fall in at most 60 presses', async () => {
  let presses = 0;
  document.addEventListener('click', () => void presses++, { capture: true });
  const server = open({ saveSymptomForm: answerTo(1), ...answersForKind(fall, []) });
  await see('Type in a sheet');
  for (const time of ['Morning', 'Afternoon', 'Evening']) {
    for (const name of FIVE) await rate(name, 3);
    await button(`Save the ${time.toLowerCase()}`).click();
    await see(`${time} saved: Tremor 3, Stiffness 3, Balance 3, Sleep 3, Pain 3.`);
  }
  await tab('Diary').click();
  const runs: readonly (readonly [string, string])[] = [
    ['Asleep', '6:30 AM'],
    ['Off', '7:30 AM'],
    ['On', '9:30 AM'],
    ['On, extra movements', '10:30 AM'],
    ['On', '12:00 PM'],
    ['Off', '1:00 PM'],
    ['On', '4:30 PM'],
    ['On, troubling movements', '5:30 PM'],
    ['On', '8:00 PM'],
    ['Off', '9:30 PM'],
    ['Asleep', '11:30 PM'],
  ];
  for (const [state, last] of runs) {
    await button(state, true).click();
    await halfHour(last).click();
  }
  await see('Half-hours, 48 of 48 filled');
  await tab('Falls, pressure').click();
  await fill('Time of the fall or reading', '10:40');
  await button(/^Type in a fall/).click();
  await button('Nearly', true).click();
  await button('Save', true).click();
  expect(presses).toBeLessThanOrEqual(60);
  await expect.poll(() => server.inputsOf('saveFall').length).toBe(1);
  const forms = () => server.inputsOf('saveSymptomForm').map(({ loggedAt }) => loggedAt);
  await expect
    .poll(forms)
    .toEqual(['2026-11-17T14:00:00.000Z', '2026-11-17T19:00:00.000Z', '2026-11-18T01:00:00.000Z']);
  const halfHours = () => server.inputsOf('saveDiary').flatMap(({ entries }) => entries);
  await expect.poll(() => halfHours().length).toBe(48);
  expect(halfHours()[14]).toMatchObject({ slot: '2026-11-17T12:00:00.000Z', state: 'off' });
});

it('opens the next part after each one, reads back what was saved, and leaves no button to press again', async () => {
  await page.viewport(390, 740);
  open({ saveSymptomForm: answerTo(1) });
  await rate('Tremor', 2);
  await rate('Stiffness', 3);
  const pressed = button('Save the morning').element();
  await button('Save the morning').click();
  await see('Morning saved: Tremor 2, Stiffness 3. Next is the afternoon.');
  // The server's list does not have it yet.
  await seeNot('It waits on this device until it is sent.');
  await see('This day has forms for 9:00 AM EST.');
  await expect.element(tab('Afternoon')).toHaveFocus();
  await expect.element(page.getByText(/^Morning saved/)).toBeInViewport({ ratio: 1 });
  await expectSeverity('Tremor', undefined);
  await expect.element(timeOnSheet).toHaveValue('14:00');
  await expect.poll(() => pressed.isConnected).toBe(false);
  await tab('Evening').click();
  await rate('Tremor', 1);
  await button('Save the evening').click();
  await see(page.getByText('Evening saved: Tremor 1.', { exact: true }));
  await tab('Afternoon').click();
  await rate('Tremor', 4);
  await button('Save the afternoon').click();
  await see('Afternoon saved: Tremor 4. All three forms of this day are saved.');
  await fill('Day on the sheet', '2026-11-16');
  await seeNot(page.getByText(/^Afternoon saved/));
  await expect.element(tab('Morning')).toHaveAttribute('aria-selected', 'true');
});

it('saves no second form for the same minute', async () => {
  const form = makeForm(1, '2026-11-17T14:00:21Z', { Tremor: 3 });
  const server = open({ getUserForms: [form], saveSymptomForm: answerTo(2) });
  await see('This day has forms for 9:00 AM EST.');
  await rate('Tremor', 5);
  await button('Save the morning').click();
  await see(
    summary().getByText(
      'There is a form for 9:00 AM EST already. To save another one, change the time.',
    ),
  );
  expect(server.inputsOf('saveSymptomForm')).toEqual([]);
  await fill('Time on the sheet', '09:01');
  await button('Save the morning').click();
  await tab('Morning').click();
  await rate('Tremor', 5);
  await timeOnSheet.fill('09:01');
  await button('Save the morning').click();
  await see(summary().getByText(/^There is a form for 9:01 AM EST already/));
  const times = () => server.inputsOf('saveSymptomForm').map(({ loggedAt }) => loggedAt);
  await expect.poll(times).toEqual(['2026-11-17T14:01:00.000Z']);
});

it('leaves unrated and empty what the sheet leaves out', async () => {
  const server = open({ saveSymptomForm: answerTo(1) });
  await rate('Sleep', 2);
  await fill('Time on the sheet', '08:10');
  await button('Save the morning').click();
  await expect
    .poll(() => server.inputsOf('saveSymptomForm'))
    .toMatchObject([
      {
        loggedAt: '2026-11-17T13:10:00.000Z',
        formData: { symptom4: { name: 'Sleep', severity: 2, notes: '' } },
      },
    ]);
  await tab('Diary').click();
  await button('No cross').click();
  await halfHour('6:30 AM').click();
  await button('Off', true).click();
  await halfHour('7:30 AM').click();
  const slots = () =>
    server.inputsOf('saveDiary').flatMap(({ entries }) => entries.map(({ slot }) => slot));
  await expect.poll(slots).toEqual(['2026-11-17T12:00:00.000Z', '2026-11-17T12:30:00.000Z']);
});

it('never changes a half-hour that is filled', async () => {
  const server = open({}, makeDiary(YESTERDAY, ['asleep', 'asleep', 'on']));
  await tab('Diary').click();
  await see('Half-hours, 3 of 48 filled');
  await button('Off', true).click();
  await halfHour('1:00 AM').click({ force: true });
  await halfHour('2:00 AM').click();
  const slots = () =>
    server.inputsOf('saveDiary').map(({ entries }) => entries.map(({ slot }) => slot));
  await expect.poll(slots).toEqual([['2026-11-17T06:30:00.000Z', '2026-11-17T07:00:00.000Z']]);
});

it('says which forms the day has, and keeps what is typed when the day is corrected', async () => {
  const form = makeForm(1, '2026-11-16T13:10:00Z', { Tremor: 3 });
  open({ getUserForms: [form] });
  await rate('Tremor', 5);
  await fill('Day on the sheet', '2026-11-16');
  await see('This day has forms for 8:10 AM EST.');
  await expectSeverity('Tremor', 5);
  await fill('Day on the sheet', '2026-11-19');
  await see('For Mon, Nov 16.');
  await expectSeverity('Tremor', 5);
});

it('downloads a sheet, or says that it could not', async () => {
  const server = open({ getPaper: lost });
  await button(/^Motor diary/).click();
  await see('We couldn’t make this sheet. Please try again.');
  server.answer({
    getPaper: file('PDF', { 'content-disposition': 'attachment; filename="a.pdf"' }),
  });
  await page.getByLabelText('Paper').selectOptions('A4');
  await button(/^Motor diary/).click();
  await expect
    .poll(() => server.inputsOf('getPaper').at(-1))
    .toMatchObject({ sheet: 'diary', paper: 'A4' });
});

it('saves nothing without a rating, and no note is lost', async () => {
  const server = open({ saveSymptomForm: answerTo(1) });
  await button('Save the morning').click();
  await see('Rate at least one symptom.');
  await rate('Tremor', 2);
  await button('Add a note for Stiffness').click();
  await fill('Notes for Stiffness', 'On the stairs');
  await button('Save the morning').click();
  await see('You wrote a note for Stiffness. Rate it too, or delete the note.');
  expect(server.inputsOf('saveSymptomForm')).toEqual([]);
  await rate('Stiffness', 4);
  await button('Save the morning').click();
  await expect
    .poll(() => server.inputsOf('saveSymptomForm').map(({ formData }) => formData.symptom2?.notes))
    .toEqual(['On the stairs']);
});

it('takes ‘No cross’ back, and keeps what was just sent although the list is not there yet', async () => {
  const server = open();
  await tab('Diary').click();
  await button('No cross').click();
  await halfHour('6:30 AM').click();
  await see('Left empty: 12:00 AM to 7:00 AM.');
  await button('Undo', true).click();
  await button('Asleep', true).click();
  await halfHour('1:00 AM').click();
  server.answer({ getDiary: silence });
  await see('Half-hours, 3 of 48 filled');
  await expect.poll(() => server.inputsOf('saveDiary').length).toBe(1);
  await button('Off', true).click();
  await halfHour('2:00 AM').click();
  await expect
    .poll(() =>
      server
        .inputsOf('saveDiary')
        .at(-1)
        ?.entries.map(({ slot }) => slot),
    )
    .toEqual(['2026-11-17T06:30:00.000Z', '2026-11-17T07:00:00.000Z']);
});

it('takes a fall with the time on the sheet, and needs one', async () => {
  const server = open(answersForKind(fall, []));
  await tab('Falls, pressure').click();
  await button(/^Type in a fall/).click();
  await see('Enter the time first.');
  await fill('Time of the fall or reading', '10:40');
  await button(/^Type in a fall/).click();
  await button('Save', true).click();
  await see('Please choose what happened.');
  await button('Nearly', true).click();
  await button('Close').click();
  await fill('Day on the sheet', '2026-11-16');
  await button(/^A fall, not saved yet Tuesday, November 17, 10:40 AM/).click();
  await see(/^We kept what you entered/);
  await button('Save', true).click();
  await expect
    .poll(() => server.inputsOf('saveFall'))
    .toMatchObject([{ fellAt: '2026-11-17T15:40:00.000Z', reached: 'nearly', hurt: null }]);
  await fill('Day on the sheet', '2026-11-17');
  await see(page.getByRole('region', { name: 'Falls of this day' }).getByText('10:40 AM'));
});

it('keeps each fall of a day by its time, and deletes one that was begun by mistake', async () => {
  const server = open(answersForKind(fall, []));
  await tab('Falls, pressure').click();
  for (const [time, what] of [
    ['10:40', 'Nearly'],
    ['21:30', 'To the floor'],
  ] as const) {
    await fill('Time of the fall or reading', time);
    await button(/^Type in a fall/).click();
    await button(what, true).click();
    await button('Close').click();
  }
  await button(/^A fall, not saved yet.*10:40 AM/).click();
  await button('Delete it and begin again').click();
  await button('Close').click();
  await seeNot(button(/^A fall, not saved yet.*10:40 AM/));
  await button(/^A fall, not saved yet.*9:30 PM/).click();
  await button('Save', true).click();
  await expect
    .poll(() => server.inputsOf('saveFall'))
    .toMatchObject([{ fellAt: '2026-11-18T02:30:00.000Z', reached: 'floor' }]);
});

it('takes a sitting of blood pressure with the time on the sheet', async () => {
  const server = open(answersForKind(bloodPressure, []));
  await tab('Falls, pressure').click();
  await fill('Time of the fall or reading', '07:30');
  await button(/^Type in blood pressure/).click();
  await button('Upper number, lying, 10 more').click();
  await button('Lower number, lying, 1 less').click();
  await button('Save', true).click();
  await expect
    .poll(() => server.inputsOf('saveBloodPressure'))
    .toMatchObject([
      { entries: [{ measuredAt: '2026-11-17T12:30:00.000Z', systolic: 130, diastolic: 79 }] },
    ]);
  await see(page.getByRole('region', { name: 'Blood pressure of this day' }).getByText(/130\/79/));
});
