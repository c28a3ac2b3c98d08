import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../testing/app.tsx';
import { answersFor, makePerson } from '../testing/person.ts';
import {
  alert,
  button,
  field,
  fill,
  hold,
  keys,
  resizeTo,
  see,
  seeNot,
} from '../testing/screen.ts';
import { type Answers, lost, progress, refuse, silence } from '../testing/server.ts';

const PERSON = makePerson();
const ANSWERS = answersFor(PERSON);
const REPORT = { success: true, base64Data: btoa('%PDF'), fileName: 'Report.pdf' } as const;
const download = button('Download PDF');

/** On a phone, the choices are in a dialog. */
const choices = button(/Letter \(US\)$/);

async function chooseDays(start: string, end: string): Promise<void> {
  await fill('Start Date', start);
  await fill('End Date', end);
  await button('Done').click();
}

function openSettings(answers: Answers = {}) {
  return openApp('/dashboard?tab=settings', { ...ANSWERS, sendExportEmail: REPORT, ...answers });
}

it('is opened from the end of the overview', async () => {
  openApp('/dashboard', ANSWERS);
  const link = page.getByRole('link', { name: 'Report for your doctor' });
  await link.click();
  const heading = page.getByRole('heading', { name: 'Report for your doctor' });
  await expect.element(heading).toHaveFocus();
  expect(heading.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  expect(heading.element().getBoundingClientRect().top).toBeLessThan(innerHeight / 2);
  expect(location.search).toBe('?tab=settings');
});

it('has the days that the page for a visit asks for', async () => {
  const server = openApp('/dashboard?tab=settings&report=2026-10-07..2026-11-18', {
    ...ANSWERS,
    sendExportEmail: REPORT,
  });
  await see(button('Oct 7 to Nov 18, 2026 Summary, Letter (US)'));
  expect(location.search).toBe('?tab=settings');
  await download.click();
  await expect
    .poll(() => server.inputsOf('sendExportEmail')[0])
    .toMatchObject({ from: '2026-10-07T04:00:00.000Z', to: '2026-11-19T05:00:00.000Z' });
});

it.each(['2026-10-07', '2026-10-07..', 'soon..later'])(
  'has its usual days if an address asks for %s',
  async (days) => {
    openApp(`/dashboard?tab=settings&report=${days}`, ANSWERS);
    await see(button('Last 3 months Summary, Letter (US)'));
  },
);

describe('the report', () => {
  it('has the chosen days and paper', async () => {
    const server = openSettings();
    for (const period of ['Last 3 months', 'Last month', 'Last 12 months', 'Everything']) {
      await choices.click();
      if (period === 'Last 3 months') await expect.element(field('Period')).toHaveValue('quarter');
      await field('Period').selectOptions(period);
      await button('Done').click();
      await see(button(`${period} Summary, Letter (US)`));
      await download.click();
      await see('PDF downloaded successfully!');
    }
    await choices.click();
    await field('Period').selectOptions('Custom');
    await field('Paper').selectOptions('A4');
    await field('Pages').selectOptions('With all entries');
    await chooseDays('2026-09-01', '2026-09-30');
    await see(button('Sep 1 to Sep 30, 2026 With all entries, A4'));
    await download.click();
    await expect.poll(() => server.inputsOf('sendExportEmail').length).toBe(5);
    const letter = { paper: 'Letter', extent: 'summary' };
    const asked = server
      .inputsOf('sendExportEmail')
      .map(({ userId: _, email: _email, method: _method, ...request }) => request);
    expect(asked).toEqual([
      { ...letter, from: '2026-08-21T04:00:00.000Z' },
      { ...letter, from: '2026-10-20T04:00:00.000Z' },
      { ...letter, from: '2025-11-19T05:00:00.000Z' },
      letter,
      {
        paper: 'A4',
        extent: 'everything',
        from: '2026-09-01T04:00:00.000Z',
        to: '2026-10-01T04:00:00.000Z',
      },
    ]);
  });

  it('is not requested with invalid days', async () => {
    const server = openSettings();
    await choices.click();
    await field('Period').selectOptions('Custom');
    for (const [start, end, words, wrong = 'Start Date'] of [
      ['2026-09-01', '2026-08-01', 'The start date must not be after the end date.'],
      ['2026-09-01', '', 'Please enter both dates.', 'End Date'],
      [
        '2026-12-01',
        '2026-12-31',
        'The start date is in the future. Please choose an earlier one.',
      ],
    ] as const) {
      await chooseDays(start, end);
      await download.click();
      // The dialog opens again, with the fault at its field.
      await expect.element(alert()).toHaveTextContent(words);
      await expect.element(field(wrong)).toBeInvalid();
    }
    expect(server.inputsOf('sendExportEmail')).toEqual([]);
    await chooseDays('2026-11-18', '2026-11-18');
    await download.click();
    await see('PDF downloaded successfully!');
    await seeNot(alert());
  });

  it('can be cancelled, and the focus returns to its button', async () => {
    openSettings({ sendExportEmail: silence });
    await download.click();
    await see(button('Generating PDF...'));
    await see(field('Generating PDF'));
    await button('Cancel').click();
    await see('Cancelled. No PDF was made.');
    await expect.element(download).toHaveFocus();
  });

  it('shows its progress', async () => {
    const { held, goOn } = hold();
    const steps = [1, 20, 40].map((done) => ({ done, total: 40 })).slice(0, 2);
    openSettings({
      sendExportEmail: () =>
        progress(
          steps,
          held.then(() => REPORT),
        ),
    });
    await download.click();
    const bar = field('Generating PDF: 50 %');
    await expect.element(bar).toHaveAttribute('value', '50');
    goOn();
    await see('PDF downloaded successfully!');
  });

  it.each([
    ['Failed to generate PDF', lost],
    ['Failed to generate PDF', refuse('reportFailed')],
    ['Too many attempts. Please try again later.', refuse('tooManyAttempts')],
  ])('that fails says so: %s', async (words, answer) => {
    openSettings({ sendExportEmail: answer });
    await download.click();
    await expect.element(alert()).toHaveTextContent(words);
  });

  it('redirects to sign in after the session has ended', async () => {
    openSettings({ sendExportEmail: refuse('signedOut') });
    await download.click();
    await see('Sign in to your account');
  });
});

describe('the report by email', () => {
  const proven = { getAccount: { ...ANSWERS.getAccount, emailProven: true } };

  it('is offered only to a confirmed email', async () => {
    openSettings();
    await see('We can email you the PDF. First, please confirm your email address under Account.');
    await seeNot(button('Email me the PDF'));
  });

  it('is sent', async () => {
    const server = openSettings({ ...proven, sendExportEmail: { success: true } });
    await button('Email me the PDF').click();
    await see(`The PDF is on its way to ${PERSON.profile.email}.`);
    await expect
      .poll(() => server.inputsOf('sendExportEmail')[0])
      .toMatchObject({ method: 'email' });
  });

  it('that fails says so', async () => {
    openSettings({ ...proven, sendExportEmail: lost });
    await button('Email me the PDF').click();
    await expect.element(alert()).toHaveTextContent('Failed to export data');
  });
});

it('Enter in a date field downloads nothing', async () => {
  const server = openSettings();
  await choices.click();
  await field('Period').selectOptions('Custom');
  await fill('Start Date', '2026-09-01');
  await keys('{Enter}');
  expect(server.inputsOf('sendExportEmail')).toEqual([]);
});

it('has its choices in the card on a wide window', async () => {
  await resizeTo(1280, 900);
  openSettings();
  await field('Period').selectOptions('Custom');
  await see(field('Start Date'));
  await expect.element(field('Pages')).toHaveValue('summary');
  await seeNot(choices);
});
