import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import type { Answer } from '../../contract/endpoints.ts';
import type { SessionUser } from '../../contract/entities.ts';
import type { DisplayOption } from '../../domain/display.ts';
import {
  answersForBoth,
  answersForPair,
  forgetHalfHours,
  GRACE_ID,
  INVITATION,
  INVITED,
  makeAccepted,
  makeCaregiver,
  makeInvitation,
  makePair,
  storeHalfHour,
} from '../testing/caregivers.ts';
import { type State, visitAll } from '../testing/gallery.ts';
import { ANSWERS, LONG_EMAIL } from '../testing/gallery-people.ts';
import { answersFor, makePerson, PLAIN } from '../testing/person.ts';
import { button, dialog, fill, see } from '../testing/screen.ts';
import { type Answers, lost, refuse } from '../testing/server.ts';
import { makeSummary } from '../testing/visits.ts';
import { setDisplay } from '../ui/display.ts';

/** Every state of the card of people who help, of the invitation's page and of a helped person's tracker. */

const SETTINGS = '/dashboard?tab=settings&open=helpers';
const LINK = `/invitation#${'a1'.repeat(32)}`;
const HYPHENATED = 'Maximiliana-Konstantina von Hohenstein-Württemberg';
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff Lovelace-Byron';
const card = page.getByRole('dialog', { name: 'People who help' });
const NOBODY: Answers = { getConfig: PLAIN, getSession: refuse('signedOut') };

const PEOPLE = {
  caregivers: [
    makeCaregiver(),
    makeCaregiver({
      name: LONG_NAME,
      email: LONG_EMAIL,
      may: 'read',
      notes: true,
      lastSeenAt: null,
    }),
  ],
  invitations: [makeInvitation(), makeInvitation({ email: LONG_EMAIL })],
  helps: [makePair().helped],
};

const LONG_NAMED = makePair({}, { firstName: LONG_NAME, name: HYPHENATED, display: ['offButton'] });

function settings(name: string, reach: State['reach'], answers: Answers = {}): State {
  return {
    name,
    path: SETTINGS,
    answers: { ...ANSWERS, getCaregivers: PEOPLE, ...answers },
    reach: async (server) => {
      await see(card.getByRole('button').first());
      await reach(server);
    },
  };
}

/** The overview of a person with these notices. */
function noticed(
  name: string,
  notices: Partial<SessionUser>,
  reach: State['reach'] = async () => {},
  answers: Answers = {},
): State {
  const person = makePerson();
  return {
    name,
    path: '/dashboard',
    answers: {
      ...answersFor(person),
      getSession: { ...person.session, ...notices },
      ...answers,
    },
    reach: async (server) => {
      await see(
        page.getByRole('region', { name: /^(Is this your helper|You wait for a yes)/ }).first(),
      );
      await reach(server);
    },
  };
}

function tracker(name: string, pair = makePair(), answers: Answers = {}): State {
  return {
    name,
    path: '/dashboard',
    answers: { ...answersForPair(pair), ...answers },
    reach: async () => {
      await see(page.getByText('You are helping'));
      // Until then, the page only says that it is loading.
      await see(page.getByRole('region', { name: 'Form history' }));
    },
  };
}

/** A dialog of a helped person with a long name. */
function dialogFor(
  name: string,
  reach: State['reach'],
  display: readonly DisplayOption[] = [],
): State {
  return {
    name,
    path: '/dashboard',
    answers: answersForBoth(LONG_NAMED),
    reach: async (server) => {
      setDisplay(display);
      await see(page.getByText(`For ${HYPHENATED}`).first());
      await reach(server);
      await see(dialog().getByText(`For ${HYPHENATED}`));
    },
  };
}

/** @param allowed undefined if the caregiver does not help any more */
function unsent(name: string, allowed: { may: 'read' } | undefined, words: string): State {
  const pair = makePair(allowed);
  const session = { ...pair.me.session, helps: allowed ? pair.me.session.helps : [] };
  return {
    name,
    path: '/dashboard',
    answers: {
      ...answersForPair(pair),
      // The page reads the device again after each answer about the session.
      getSession: async () => {
        await forgetHalfHours(`${session.id} for ${GRACE_ID}`);
        const record = { ownerId: GRACE_ID, ownerName: 'Grace' };
        for (const _time of [1, 2]) await storeHalfHour(`${session.id} for ${GRACE_ID}`, record);
        return session;
      },
    },
    reach: () => see(words),
  };
}

function invitedTom(
  name: string,
  mailed: Answer<'inviteCaregiver'>['mailed'],
  words: string,
): State {
  return settings(
    name,
    async () => {
      await openInvite();
      await fill('Their email', 'tom@example.org');
      await button('Invite this person').click();
      await see(words);
    },
    { inviteCaregiver: { ...INVITED, mailed } },
  );
}

const openInvite = () => button('Invite someone').click();

afterEach(() => {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('tracker ')) localStorage.removeItem(key);
  }
});

visitAll([
  // First, because the style sheets of the other screens stay loaded.
  {
    name: 'an invitation, signed out',
    path: LINK,
    answers: { ...NOBODY, getInvitation: INVITATION },
    reach: () => see(button('Sign up')),
  },
  {
    name: 'an invitation by a long name',
    path: LINK,
    answers: {
      ...NOBODY,
      getInvitation: {
        ...INVITATION,
        ...{ name: LONG_NAME, firstName: LONG_NAME, email: LONG_EMAIL, may: 'read', notes: true },
      },
    },
    reach: () => see(button('Sign up')),
  },
  {
    name: 'an invitation, signed in',
    path: LINK,
    answers: { ...ANSWERS, getInvitation: INVITATION },
    reach: () => see(button('Help Grace')),
  },
  {
    name: 'an invitation that was used',
    path: LINK,
    answers: { ...NOBODY, getInvitation: refuse('invitationSpent') },
    reach: () => see('This invitation has been used, or has expired.'),
  },
  {
    name: 'an invitation to another address',
    path: LINK,
    answers: { ...ANSWERS, getInvitation: { ...INVITATION, email: LONG_EMAIL } },
    reach: () => see('So we will first ask Grace if it is you.'),
  },
  noticed('a helper with another address', { accepted: [makeAccepted()] }, async () => {
    await see(button('Yes, this is Tom Lovelace'));
  }),
  noticed(
    'helpers with long names and other addresses',
    {
      accepted: [
        makeAccepted({ name: LONG_EMAIL, email: LONG_EMAIL, invited: LONG_EMAIL, may: 'log' }),
        makeAccepted({ name: LONG_NAME }),
      ],
    },
    async () => {
      await see(button(`Yes, this is ${LONG_EMAIL}`));
    },
  ),
  noticed('turning a helper down', { accepted: [makeAccepted()] }, async () => {
    await button('No, Tom Lovelace').click();
    await see(button('End the invitation'));
  }),
  noticed(
    'letting a helper in, after a proof',
    { accepted: [makeAccepted()] },
    async () => {
      await button('Yes, this is Tom Lovelace').click();
      await see(dialog().getByText('First, please confirm that it’s you.'));
    },
    { confirmCaregiver: refuse('confirmationNeeded') },
  ),
  noticed('waiting for a yes', {
    waitsFor: [{ caregiverId: GRACE_ID, invited: 'carla@example.org', name: 'Grace Hopper' }],
  }),
  noticed('waiting for the yes of someone with a long name', {
    waitsFor: [{ caregiverId: GRACE_ID, invited: LONG_EMAIL, name: LONG_NAME }],
  }),
  settings('people who help', async () => {}),
  settings('nobody helps', async () => {}, {
    getCaregivers: { caregivers: [], invitations: [], helps: [] },
  }),
  settings('inviting a helper', openInvite),
  settings(
    'a refused invitation',
    async () => {
      await openInvite();
      await fill('Their email', 'tom@example.org');
      await button('Invite this person').click();
      await see('At most 20 people can help or be invited.');
    },
    { inviteCaregiver: refuse('tooManyCaregivers') },
  ),
  invitedTom('a sent invitation', 'sent', 'We’ve sent an email to tom@example.org.'),
  invitedTom('an invitation to give on', 'unproven', 'We sent no email, because your own email'),
  invitedTom('an invitation to accounts only', 'accountsOnly', 'Today we can only email people'),
  invitedTom('an invitation after too many', 'tooMany', 'because there were too many today.'),
  settings('changing what a helper may do', () => button('Change, Carla Lovelace').click()),
  settings('ending the access of a helper', () => button('End access, Carla Lovelace').click()),
  settings('helpers that could not be loaded', () => see('We couldn’t load your helpers.'), {
    getCaregivers: refuse('internal'),
  }),
  tracker('the tracker of a helped person'),
  tracker('the tracker of a helped person, to read', makePair({ may: 'read', notes: true })),
  tracker('the tracker of a person with a long name', LONG_NAMED, answersForBoth(LONG_NAMED)),
  {
    name: 'the page for a visit of a helped person',
    path: '/dashboard?visit',
    answers: {
      ...answersForPair(makePair({ may: 'read' })),
      getVisitSummary: makeSummary({ topics: [], notes: undefined }),
    },
    reach: () => see('You do not see Grace’s notes'),
  },
  dialogFor('a form for a helped person', () => button(/^Track symptoms/).click()),
  dialogFor(
    'a form for a helped person, with large controls',
    () => button(/^Track symptoms/).click(),
    ['largeControls'],
  ),
  dialogFor('a dose of a helped person', () => button('Edit dose').click()),
  {
    name: 'a log-out that deletes and leaves entries, asked again',
    path: '/dashboard',
    answers: { ...answersForBoth(LONG_NAMED), saveDiary: lost },
    reach: async () => {
      const { id } = LONG_NAMED.me.session;
      const keys = [id, `${id} for ${GRACE_ID}`];
      const begin = (days: readonly string[]) => {
        const drafts = Object.fromEntries(days.map((day) => [day, { answers: { mood: 2 } }]));
        for (const key of keys)
          localStorage.setItem(`drafts of checkIns ${key}`, JSON.stringify(drafts));
      };
      await see(page.getByText(`For ${HYPHENATED}`).first());
      begin(['2026-11-18']);
      await button('Off now').click();
      await button('Logout').click();
      await see('1 diary entry is not sent yet.');
      begin(['2026-11-17', '2026-11-18']);
      await button('Log out and delete').click();
      await see('More was typed in another window.');
    },
  },
  unsent(
    'entries that a reader could not send',
    { may: 'read' },
    '2 entries for Grace were not sent, because you may not log for Grace now. Ask Grace to allow it again, or delete them.',
  ),
  unsent(
    'entries that a former helper could not send',
    undefined,
    '2 entries for Grace were not sent, because you do not help Grace any more.',
  ),
  {
    name: 'the own tracker of a helper',
    isThorough: true,
    path: '/dashboard',
    answers: {
      ...answersFor(makePerson()),
      getSession: { ...makePerson().session, helps: [makePair().helped] },
    },
    reach: () => see(button('Change the tracker')),
  },
  {
    name: 'the choice of a tracker',
    isThorough: true,
    path: '/dashboard',
    answers: answersForPair(makePair()),
    async reach() {
      await button('Change the tracker').click();
      await see(dialog().getByRole('button', { name: 'My own tracker' }));
    },
  },
]);
