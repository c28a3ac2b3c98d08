import './account.css';
import type { Activity, ActivityKind } from '../../contract/activity.ts';
import { byList, CSV_KINDS, type EntryActivity, KINDS } from '../../contract/kinds.ts';
import { PROVIDER_KEYS, type ProviderNames } from '../../contract/providers.ts';
import { useProviderNames } from '../platform/config.ts';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useDayTime } from '../platform/use-near-day.ts';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Row } from '../ui/row.tsx';
import { timeText } from '../ui/time-text.ts';
import { useActivity, useLastSignIn } from './activity.ts';

type Text = (detail: string, names: ProviderNames) => string;

/** 'A visit was changed' and the like, of the kinds that `TEXTS` does not name. */
const OF_ENTRIES: Record<EntryActivity, Text> = Object.fromEntries(
  KINDS.flatMap(({ name, words }): readonly (readonly unknown[])[] => [
    [`${name}Edited`, () => `A ${words.one} was changed`],
    [`${name}Deleted`, () => `A ${words.one} was deleted`],
    [`${name}Restored`, () => `A ${words.one} was restored`],
  ]),
);

const TEXTS: Readonly<Record<ActivityKind, Text>> = {
  ...OF_ENTRIES,
  signedIn: (way, names) => `Signed in ${wayIn(way, names)}`,
  signInFailed: () => 'Failed tries to sign in',
  signedOut: () => 'Logged out',
  signedOutEverywhere: () => 'Logged out everywhere',
  sessionEnded: (browser) => `${browser} was logged out`,
  providerJoined,
  wayInRemoved: (way, names) =>
    way === 'passkey' ? 'Passkey removed' : `${wayInName(way, names)} sign-in removed`,
  waysInRemoved: () => 'Other ways to sign in removed',
  passwordChanged: () => 'Password changed',
  passwordReset: () => 'Password reset with a code',
  emailChanged: () => 'Email changed',
  emailConfirmed: () => 'Email confirmed',
  addressGiven: () => 'Someone confirmed your email address elsewhere',
  accountsJoined: () => 'Two accounts became one',
  accountsKeptApart: () => 'You said that the email address is not yours',
  emailChangedBack: () => 'Email changed back, from the old address',
  profileSaved: () => 'Profile saved',
  symptomsChanged: () => 'Symptoms changed',
  symptomDeleted: () => 'Symptom deleted',
  formEdited: (number) => `Form #${number} changed`,
  formDeleted: (number) => `Form #${number} deleted`,
  formRestored: (number) => `Form #${number} restored`,
  medicationChanged: () => 'Medication changed',
  medicationDeleted: () => 'Medication deleted',
  medicationRestored: () => 'Medication restored',
  doseEdited: () => 'Dose changed',
  doseDeleted: () => 'Dose deleted',
  doseRestored: () => 'Dose restored',
  checkInEdited: () => 'Check-in changed',
  checkInDeleted: () => 'Check-in deleted',
  checkInRestored: () => 'Check-in restored',
  tabletCountEdited: () => 'Count of tablets changed',
  tabletCountDeleted: () => 'Count of tablets deleted',
  tabletCountRestored: () => 'Count of tablets restored',
  diaryEdited: () => 'Diary changed',
  diaryDeleted: () => 'Part of the diary deleted',
  diaryRestored: () => 'Part of the diary restored',
  remindersChanged: () => 'Reminders changed',
  caregiverInvited: () => 'Helper invited',
  invitationTakenBack: () => 'Invitation cancelled',
  caregiverStarted: () => 'A helper accepted your invitation',
  caregiverWaits: () => 'A helper accepted with another email',
  caregiverConfirmed: () => 'You let that helper in',
  caregiverRefused: () => 'You turned that helper down',
  caregiverChanged: () => 'The access of a helper changed',
  caregiverEnded: () => 'The access of a helper ended',
  helperRead: () => 'A helper looked at your tracker',
  helpStarted: () => 'You started to help someone',
  helpEnded: () => 'You stopped helping someone',
  shareMade: () => 'Link for a doctor made',
  shareEnded: () => 'Link for a doctor stopped',
  shareRestored: () => 'Link for a doctor turned on again',
  shareOpened: () => 'A link for a doctor was opened',
  healthLinkMade: () => 'Code for a clinic made',
  healthLinkEnded: () => 'Code for a clinic stopped',
  healthLinkRead: () => 'Your report was collected with a code',
  formsImported: (count) => imported(count, { one: 'form', many: 'forms' }),
  ...byList(
    ({ words }) =>
      (count: string) =>
        imported(count, words),
    'Imported',
  ),
  exported,
  reportMade: () => 'Report made',
  reportMailed: () => 'Report sent by email',
  spreadsheetTurnedOn: () => 'Spreadsheet turned on',
  spreadsheetTurnedOff: () => 'Spreadsheet turned off',
};

/** What a helper did, in sentences that begin with their name. Of all other kinds, 'by' and the name stand at the end. */
const BY_HELPER: Partial<Record<ActivityKind, string>> = {
  caregiverStarted: 'accepted your invitation',
  caregiverEnded: 'stopped helping you',
  helperRead: 'looked at your tracker',
};

function textOf({ kind, detail, count, actor, helper }: Activity, names: ProviderNames): string {
  if (kind === 'signInFailed') {
    return count === 1 ? '1 failed try to sign in' : `${inWords(count)} failed tries to sign in`;
  }
  if (actor !== 'helper') return TEXTS[kind](detail, names);
  const did = BY_HELPER[kind];
  if (did) return `${helper ?? 'A former helper'} ${did}`;
  return `${TEXTS[kind](detail, names)} by ${helper ?? 'a former helper'}`;
}

function inWords(count: number): string {
  return count.toLocaleString('en-US');
}

function imported(
  count: string,
  { one, many }: { readonly one: string; readonly many: string },
): string {
  return `${count} ${count === '1' ? one : many} imported`;
}

function exported(format: string): string {
  const kind = CSV_KINDS.find(({ csv }) => csv.format === format);
  return kind
    ? `${kind.csv.title} downloaded as CSV`
    : `Data downloaded as ${format.toUpperCase()}`;
}

function wayIn(way: string, names: ProviderNames): string {
  if (way === 'link') return 'with an email link';
  if (way === 'passkey') return 'with a passkey';
  if (way === 'letIn') return 'with a link from the person who runs this app';
  const provider = PROVIDER_KEYS.find((key) => key === way);
  return provider ? `with ${names[provider]}` : 'with your password';
}

function wayInName(way: string, names: ProviderNames): string {
  const provider = PROVIDER_KEYS.find((key) => key === way);
  return provider ? names[provider] : 'Password';
}

function providerJoined(detail: string, names: ProviderNames): string {
  const [key, removed] = detail.split(' ');
  if (key === 'passkey') return 'Passkey added';
  const provider = PROVIDER_KEYS.find((each) => each === key);
  const added = provider ? `${names[provider]} sign-in added` : 'A way to sign in was added';
  return removed ? `${added}. The old password was removed.` : added;
}

/** Lists sign-ins, changes, downloads and deletions, so that the owner can notice a stranger. */
export function ActivityRow() {
  const user = useUser();
  const signedInAt = useLastSignIn(user.id);
  const now = useMinute();
  return (
    <>
      <Row
        icon="list"
        title="Account activity"
        state={signedInAt && `Last sign-in: ${timeText(Date.parse(signedInAt), now, user)}`}
        onPress={() => openSetting('activity')}
      />
      <SettingDialog of="activity" title="Account activity">
        <p>
          The list shows sign-ins, changes and downloads, and who made them. It does not show new
          forms. If you see something that you did not do, log out everywhere. Then sign in again
          and change your password.
        </p>
        <ActivityList />
      </SettingDialog>
    </>
  );
}

function ActivityList() {
  const activity = useActivity(useUser().id);
  const dayTime = useDayTime();
  const entries = activity.data?.pages.flat() ?? [];
  return (
    <>
      {activity.isPending && <Loading />}
      {entries.length > 0 && (
        <ul className="activity" aria-label="Account activity">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} time={dayTime(entry.at)} />
          ))}
        </ul>
      )}
      {activity.isError && <NotLoaded what="your account activity" query={activity} />}
      {activity.hasNextPage && (
        <Button wide busy={activity.isFetchingNextPage} onPress={activity.fetchNextPage}>
          {activity.isFetchingNextPage ? 'Loading...' : 'Show earlier activity'}
        </Button>
      )}
    </>
  );
}

function Entry({ entry, time }: { readonly entry: Activity; readonly time: string }) {
  const names = useProviderNames();
  return (
    <li className="activity-entry">
      {textOf(entry, names)}
      <br />
      {entry.count > 1 && (
        <span className="soft">
          {entry.kind === 'signInFailed' ? 'Last on ' : `${inWords(entry.count)} times, last on `}
        </span>
      )}
      <time className="soft" dateTime={entry.at}>
        {time}
      </time>
    </li>
  );
}
