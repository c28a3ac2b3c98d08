import { useState } from 'react';
import type { Spreadsheet, SpreadsheetProblem } from '../../contract/spreadsheets.ts';
import { useOAuthFlow, useReturnFrom } from '../identity/oauth-popup.ts';
import { ProviderNotice } from '../identity/provider-notice.tsx';
import { useAccount } from '../identity/queries.ts';
import { useConfig } from '../platform/config.ts';
import { Failure } from '../platform/failure.tsx';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { Row } from '../ui/row.tsx';
import { useReloadSpreadsheet, useSpreadsheet, useTurnOffSpreadsheet } from './queries.ts';

/**
 * The person's own spreadsheet with a copy of all forms, doses and check-ins. Shown for accounts with Google, if Google
 * is configured.
 */
export function SpreadsheetRow() {
  const { id } = useUser();
  const config = useConfig();
  const account = useAccount(id);
  const isOffered = config.data?.providers.includes('google');
  const hasGoogle = isOffered && account.data?.waysIn.some(({ kind }) => kind === 'google');
  return hasGoogle ? <SpreadsheetOf userId={id} /> : null;
}

function SpreadsheetOf({ userId }: { readonly userId: string }) {
  const spreadsheet = useSpreadsheet(userId);
  return (
    <>
      <Row
        icon="copy"
        title="Personal spreadsheet"
        state={spreadsheet.data && stateWords(spreadsheet.data)}
        onPress={() => openSetting('spreadsheet')}
      />
      <SettingDialog of="spreadsheet" title="Personal spreadsheet">
        <p>
          We can copy what you log to your own Google spreadsheet. You can share it with your
          doctor. It stays yours if you delete your account.
        </p>
        {spreadsheet.isPending && <Loading />}
        {spreadsheet.isError && !spreadsheet.data && (
          <NotLoaded what="your spreadsheet" query={spreadsheet} />
        )}
        {spreadsheet.data &&
          (spreadsheet.data.state === 'off' ? (
            <TurnOn userId={userId} spreadsheet={spreadsheet.data} />
          ) : (
            <TurnedOn userId={userId} spreadsheet={spreadsheet.data} />
          ))}
      </SettingDialog>
    </>
  );
}

function stateWords({ state, problem }: Spreadsheet): string {
  if (state === 'off') return problem ? 'Stopped' : 'Off';
  return state === 'current' ? 'On' : 'On. Waiting to copy';
}

/** Why the spreadsheet is off, or why an attempt to copy failed. */
const PROBLEMS: Readonly<Record<Exclude<SpreadsheetProblem, ''>, string>> = {
  unreachable: 'We can’t reach Google right now. We’ll keep trying, and nothing is lost.',
  busy: 'Google is busy. We’ll keep trying, and nothing is lost.',
  ours: 'Something is wrong on our side. We’ll keep trying, and nothing is lost.',
  withdrawn:
    'Copying stopped because Google no longer gives us access. You can turn the spreadsheet on again.',
  refused:
    'Copying stopped because Google does not let us write to your spreadsheet. Turn it on again to get a new one.',
  deleted:
    'Copying stopped because your spreadsheet was deleted. Turn it on again to get a new one.',
};

interface Shown {
  readonly userId: string;
  readonly spreadsheet: Spreadsheet;
}

function TurnOn({ userId, spreadsheet }: Shown) {
  const flow = useOAuthFlow('google', 'sheets', useReloadSpreadsheet(userId));
  const [tried, setTried] = useState(false);
  const returned = useReturnFrom('sheets');
  const problem = flow.problem || (!tried && returned);
  return (
    <>
      {spreadsheet.problem && !tried && (
        <Message kind="warning">{PROBLEMS[spreadsheet.problem]}</Message>
      )}
      <p className="soft">
        Copying is off. When you turn it on, Google will ask if we may write to your spreadsheets.
        Please choose the Google account that you sign in with here.
      </p>
      <Button
        wide
        onPress={() => {
          setTried(true);
          flow.start();
        }}
      >
        Turn on the spreadsheet
      </Button>
      <ProviderNotice provider="Google" isOpen={flow.waiting} problem={problem} />
      <OpenLink spreadsheet={spreadsheet} />
    </>
  );
}

function TurnedOn({ userId, spreadsheet }: Shown) {
  const off = useTurnOffSpreadsheet(userId);
  const { state, problem } = spreadsheet;
  return (
    <>
      {state === 'current' && (
        <Message kind="success">
          The spreadsheet is on. It has all your forms, doses and check-ins.
        </Message>
      )}
      {state === 'waiting' && (
        <Message kind="info">
          The spreadsheet is on. {waitingText(spreadsheet)} You don’t have to wait.
        </Message>
      )}
      {state === 'failed' && problem && (
        <Message kind="warning">
          The spreadsheet is on. {waitingText(spreadsheet)} {PROBLEMS[problem]}
        </Message>
      )}
      <OpenLink spreadsheet={spreadsheet} />
      <details className="fold">
        <summary>What is in the spreadsheet</summary>
        <ul className="listed soft">
          <li>
            Each form has its own row. Doses are in a sheet named Doses, and check-ins in a sheet
            named CheckIns.
          </li>
          <li>
            Your check-in answers are also in the row of the first form of that day. If you gave no
            answer about your medication, that row says how many planned doses you logged.
          </li>
          <li>
            If you want to sort or change rows, copy the whole spreadsheet first and change the
            copy.
          </li>
          <li>To add rows from the old app, put them in a sheet named SymptomData.</li>
        </ul>
      </details>
      <Button wide busy={off.isPending} onPress={off.mutate}>
        {off.isPending ? 'Turning off...' : 'Turn off the spreadsheet'}
      </Button>
      <Failure of={off.error} />
    </>
  );
}

function waitingText({ waiting, url }: Spreadsheet): string {
  if (waiting === 0) {
    return url ? 'Your last changes are waiting to be copied.' : 'It is being set up.';
  }
  return waiting === 1
    ? '1 entry is waiting to be copied.'
    : `${waiting} entries are waiting to be copied.`;
}

function OpenLink({ spreadsheet: { url } }: { readonly spreadsheet: Spreadsheet }) {
  if (!url) return null;
  return (
    <a className="button button-wide" href={url} target="_blank" rel="noreferrer">
      Open your spreadsheet
    </a>
  );
}
