import { afterEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PushDevice, ReminderAnswer } from '../../contract/entities.ts';
import type { ReminderKind } from '../../domain/reminders.ts';
import { standInForPush } from '../testing/browser-push.ts';
import { type State, visitAll } from '../testing/gallery.ts';
import { ANSWERS } from '../testing/gallery-people.ts';
import { PLAIN } from '../testing/person.ts';
import { answersForReminders, makeDevice, makeReminders } from '../testing/reminders.ts';
import { button, dialog, see, summary } from '../testing/screen.ts';
import { type Answers, refuse } from '../testing/server.ts';

/** Every state of the reminders in Settings. The time is noon in New York. */

const PATH = '/dashboard?tab=settings';
const card = page.getByRole('region', { name: 'Notifications' });

type Change = Partial<ReminderAnswer['reminders'][number]>;

/** The reminders with some kinds on. */
function remindersWith(
  changes: Partial<Record<ReminderKind, Change>>,
  settings: Partial<ReminderAnswer> = {},
): ReminderAnswer {
  const { reminders } = makeReminders();
  return makeReminders({
    reminders: reminders.map((each) => {
      const change = changes[each.kind];
      return change ? { ...each, on: true, ...change } : each;
    }),
    ...settings,
  });
}

function answersWith(kept: ReminderAnswer, other: Answers = {}): Answers {
  return { ...ANSWERS, ...answersForReminders(kept), ...other };
}

const FORMS_ON = remindersWith({ form: {} });
const EVERY_CHANNEL = ['push', 'calendar', 'email', 'ntfy'] as const;
const NTFY = { url: 'https://ntfy.example.org', topic: 'k7md-xq2p-9tfw-hc4r', isEnded: false };

/** The dialog of ntfy, while the form reminders go there. */
function ntfy(kept: ReminderAnswer['ntfy']) {
  return {
    path: `${PATH}&open=ntfy`,
    answers: answersWith(remindersWith({ form: { channels: ['ntfy'] } }, { ntfy: kept })),
  };
}

const OTHERS = [
  makeDevice({ isThis: false, name: 'Safari on iPhone' }),
  makeDevice({ isThis: false, name: 'M'.repeat(60) }),
];

function devices(own: Partial<PushDevice> = {}, others: readonly PushDevice[] = []) {
  return remindersWith({ form: {} }, { devices: [makeDevice(own), ...others] });
}

/** A state of push in this browser, while the form reminders are on. */
function push(name: string, shown: string, prepare: () => void): State {
  return {
    name,
    path: PATH,
    answers: answersWith(FORMS_ON),
    reach: async () => {
      prepare();
      await button(/^On this /).click();
      await see(dialog().getByText(shown).first());
    },
  };
}

function onPhone(): void {
  const agent = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36';
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
}

/** A browser that has no `PushManager`. */
function withoutPush(standalone?: boolean): void {
  vi.stubGlobal('PushManager', undefined);
  Reflect.deleteProperty(window, 'PushManager');
  Object.assign(navigator, { standalone });
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'standalone');
});

visitAll([
  {
    name: 'reminders, all off',
    path: PATH,
    answers: answersWith(makeReminders()),
    reach: () => see(card.getByRole('switch').first()),
  },
  {
    name: 'reminders of forms at three times, being changed',
    path: PATH,
    answers: answersWith(FORMS_ON),
    reach: async () => {
      standInForPush();
      await button('Change Symptom Form Reminders').click();
      await see(dialog().getByLabelText('Time 3', { exact: true }));
    },
  },
  {
    name: 'reminders of everything, everywhere',
    path: PATH,
    answers: answersWith(
      remindersWith({
        form: {
          channels: [...EVERY_CHANNEL],
          times: ['08:00', '11:00', '14:00', '17:00', '20:00'],
        },
        checkIn: { channels: [...EVERY_CHANNEL] },
        dose: { channels: ['push', 'calendar', 'ntfy'] },
        exercise: {},
        weeklyReport: {},
      }),
    ),
    reach: async () => {
      standInForPush();
      await see(button('Change Weekly Health Report'));
    },
  },
  {
    name: 'a weekly report, being changed',
    path: `${PATH}&open=remind-weeklyReport`,
    answers: answersWith(remindersWith({ weeklyReport: {} })),
    reach: async () => {
      standInForPush();
      await see(dialog().getByLabelText('Day', { exact: true }));
    },
  },
  {
    name: 'ntfy, not set up yet',
    ...ntfy(null),
    reach: () => see(dialog().getByLabelText('Topic')),
  },
  {
    name: 'ntfy, set up, with a test',
    ...ntfy(NTFY),
    reach: async () => {
      await button('Send a test').click();
      await see('The test is on its way.');
    },
  },
  {
    name: 'ntfy that has stopped, with a server that may not be used',
    ...ntfy({ ...NTFY, isEnded: true }),
    reach: async () => {
      await dialog().getByLabelText('Server').fill('https://ntfy.sh/topic');
      await dialog().getByLabelText('Topic').fill('');
      await button('Save', true).click();
      await see(summary());
    },
  },
  {
    name: 'reminders with ntfy, not set up',
    path: PATH,
    answers: answersWith(remindersWith({ form: { channels: ['ntfy'] } })),
    reach: () => see('The ntfy app is not set up yet.'),
  },
  {
    name: 'reminders in a calendar',
    path: `${PATH}&open=calendar`,
    answers: answersWith(remindersWith({ form: { channels: ['calendar'] } })),
    reach: () => see('Download for my calendar'),
  },
  {
    name: 'reminders in a calendar, because the server reaches no phone',
    path: PATH,
    answers: answersWith(
      remindersWith({ form: { channels: ['push', 'calendar'] } }, { pushKey: null }),
    ),
    reach: () => see('Calendar only: this server can’t reach phones.'),
  },
  {
    name: 'reminders that were changed and not saved',
    path: PATH,
    answers: answersWith(FORMS_ON),
    reach: async () => {
      standInForPush();
      await button('Change Symptom Form Reminders').click();
      await dialog().getByLabelText('Time 1', { exact: true }).fill('06:00');
      await button('Close').click();
      await see('Your changes are not saved yet.');
    },
  },
  {
    name: 'reminders with quiet hours and names',
    isThorough: true,
    path: PATH,
    answers: answersWith({
      ...FORMS_ON,
      quiet: { from: '22:00', to: '07:00' },
      repeats: true,
      showsNames: true,
    }),
    reach: async () => {
      standInForPush();
      await button('Pause, and more choices').click();
      await see(page.getByLabelText('From'));
    },
  },
  {
    name: 'reminders that are off for today',
    path: PATH,
    answers: answersWith({ ...FORMS_ON, pausedUntil: '2026-11-18' }),
    reach: async () => {
      standInForPush();
      await button('Pause, and more choices').click();
      await see('No more reminders today.');
    },
  },
  {
    name: 'reminders to pause for a trip',
    path: PATH,
    answers: answersWith(FORMS_ON),
    reach: async () => {
      standInForPush();
      await button('Pause, and more choices').click();
      await button('Pause for a trip').click();
      await see(page.getByLabelText('Last day without reminders'));
    },
  },
  {
    name: 'reminders that are paused for a trip',
    path: PATH,
    answers: answersWith({ ...FORMS_ON, pausedUntil: '2026-11-30' }),
    reach: async () => {
      standInForPush();
      await button('Pause, and more choices').click();
      await see('No reminders until');
    },
  },
  {
    name: 'a weekly report that cannot be sent',
    path: PATH,
    answers: answersWith(makeReminders({ canMail: false })),
    reach: () =>
      see(
        page.getByText('First, please confirm your email address under Account.', { exact: true }),
      ),
  },
  {
    name: 'reminders by email from a server without email',
    path: PATH,
    answers: answersWith(
      remindersWith({ form: { channels: ['email'] }, weeklyReport: {} }, { canMail: false }),
      { getConfig: { ...PLAIN, signInLink: false } },
    ),
    reach: () => see(card.getByText('This server has no email.').first()),
  },
  {
    name: 'a reminder that is sent nowhere',
    path: PATH,
    answers: answersWith(remindersWith({ exercise: { channels: [] } })),
    reach: async () => {
      await button('Change Exercise Reminders').click();
      await button('Add a time').click();
      await button('Save', true).click();
      await see(summary());
      await button('Remove time 2').click();
      await button('Save', true).click();
      await see('Please choose how to get this reminder');
    },
  },
  push('reminders for a phone that was not asked', 'gets no reminders yet', () => standInForPush()),
  {
    name: 'reminders for a phone that did not allow them',
    path: PATH,
    answers: answersWith(FORMS_ON),
    reach: async () => {
      onPhone();
      standInForPush({ answer: 'default' });
      await button('On this phone').click();
      await button('Turn on reminders on this phone').click();
      await see('You did not allow reminders.');
    },
  },
  push('reminders in a browser that does not answer', 'We could not find out', () => {
    standInForPush();
    vi.spyOn(navigator.serviceWorker, 'getRegistration').mockRejectedValue(new Error('no storage'));
  }),
  push('reminders in a browser that blocks them', 'This browser blocks reminders', () =>
    standInForPush({ permission: 'denied' }),
  ),
  push('reminders that an iPhone blocks', 'This device blocks reminders', () => {
    standInForPush({ permission: 'denied' });
    Object.assign(navigator, { standalone: true });
  }),
  push('reminders in a browser without them', 'This browser can’t', () => withoutPush()),
  push('reminders on an iPhone in Safari', 'Home Screen', () => withoutPush(false)),
  push('reminders without https', 'Reminders can’t reach', () =>
    vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false),
  ),
  {
    name: 'reminders on this phone and on others',
    path: PATH,
    answers: answersWith(devices({ lastSentAt: '2026-11-18T13:00:00.000Z' }, OTHERS)),
    reach: async () => {
      onPhone();
      standInForPush({ permission: 'granted', isSubscribed: true });
      await button('On this phone').click();
      await button('Send a test').click();
      await see('The test is on its way.');
    },
  },
  {
    name: 'a test that failed',
    path: PATH,
    answers: answersWith(devices(), { sendTestPush: refuse('pushFailed') }),
    reach: async () => {
      standInForPush({ permission: 'granted', isSubscribed: true });
      await button('On this device').click();
      await button('Send a test').click();
      await see('The test could not be sent.');
    },
  },
  {
    name: 'reminders that could not be saved',
    path: PATH,
    answers: answersWith(makeReminders(), { saveReminders: refuse('unavailable') }),
    reach: async () => {
      await card.getByRole('switch').first().click();
      await see('The server is busy.');
    },
  },
  {
    name: 'reminders that could not be loaded',
    path: PATH,
    answers: { ...ANSWERS, getReminders: refuse('internal') },
    reach: () => see('We couldn’t load your reminders.'),
  },
]);
