import { type State, visitAll } from '../testing/gallery.ts';
import { LONG, LONG_EMAIL } from '../testing/gallery-people.ts';
import { makePerson } from '../testing/person.ts';
import { alert, button, dialog, see, seeNot } from '../testing/screen.ts';
import { type Answers, refuse, silence } from '../testing/server.ts';
import { ALL_STAYS, staysKeeper } from '../testing/stays.ts';
import type { Stays } from './stays.ts';

/** Every state of the question what may stay after a reset of the password. */

const NONE: Stays = { waysIn: [], caregivers: [], invitations: [], links: [], ntfy: false };
const ONE: Stays = { ...NONE, links: ALL_STAYS.links };
const LONG_STAYS: Stays = {
  waysIn: [{ wayId: 'a'.repeat(64), kind: 'google', email: LONG_EMAIL }],
  caregivers: [{ caregiverId: '1', name: 'M'.repeat(100), email: LONG_EMAIL }],
  invitations: [{ invitationId: '2', email: LONG_EMAIL }],
  links: [{ shareId: '3', label: 'W'.repeat(100) }],
  ntfy: true,
};

function stays(
  name: string,
  stored: Stays,
  reach: State['reach'] = async () => {},
  answers: Answers = {},
): State {
  return {
    name: `what stays, ${name}`,
    path: '/dashboard',
    answers: () => ({ ...staysKeeper(makePerson(), stored), ...answers }),
    reach: async (server) => {
      await see('may stay');
      await reach(server);
    },
  };
}

visitAll([
  stays('one', ONE),
  stays('of each', ALL_STAYS),
  { ...stays('long names', LONG_STAYS), answers: () => staysKeeper(LONG, LONG_STAYS) },
  {
    ...stays('a long name, asked once more', LONG_STAYS, async () => {
      await button(/^End, M/)
        .first()
        .click();
      await see(button('End now'));
    }),
    answers: () => staysKeeper(LONG, LONG_STAYS),
  },
  stays(
    'ending',
    ALL_STAYS,
    async () => {
      await button('End, Anna').click();
      await button('End now').click();
      await see('Anna will no longer see your data.');
    },
    { endCaregiver: silence },
  ),
  stays(
    'not ended',
    ALL_STAYS,
    async () => {
      await button('End, Anna').click();
      await button('End now').click();
      await see(alert());
    },
    { endCaregiver: refuse('unavailable') },
  ),
  stays(
    'a proof is needed',
    ALL_STAYS,
    async () => {
      await button('End, Google').click();
      await button('End now').click();
      await see(dialog().getByText('so we ask'));
    },
    { removeWayIn: refuse('confirmationNeeded') },
  ),
  stays('one ended', ALL_STAYS, async () => {
    await button('End, Anna').click();
    await button('End now').click();
    await see('Ended: Anna.');
  }),
  stays('all ended', ONE, async () => {
    await button('End, Dr. Gordon').click();
    await button('End now').click();
    await seeNot(button('This may stay'));
    await see('They have all ended.');
  }),
]);
