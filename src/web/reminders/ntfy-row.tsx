import '../ui/form-sheet.css';
import { useRef, useState } from 'react';
import type { ReminderAnswer } from '../../contract/entities.ts';
import { isNtfyTopic, MAX_NTFY_TOPIC, MAX_NTFY_URL, ntfyOrigin } from '../../domain/ntfy.ts';
import { FailureInView } from '../platform/failure.tsx';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { Message } from '../ui/message.tsx';
import { Row } from '../ui/row.tsx';
import { useSaveReminders, useSendNtfyTest } from './queries.ts';
import { SendTest } from './send-test.tsx';

type Saved = ReminderAnswer['ntfy'];

const TITLE = 'With the ntfy app';

/** Where reminders go by ntfy (decision 75). */
export function NtfyRow({ saved }: { readonly saved: Saved }) {
  return (
    <>
      <Row title={TITLE} state={stateOf(saved)} onPress={() => openSetting('ntfy')} />
      <SettingDialog of="ntfy" title={TITLE}>
        <Ntfy saved={saved} />
      </SettingDialog>
    </>
  );
}

function stateOf(saved: Saved): string {
  if (!saved) return 'Not set up yet';
  return saved.isEnded ? 'Stopped' : `On, at ${new URL(saved.url).host}`;
}

const USUAL_SERVER = 'https://ntfy.sh';

function Ntfy({ saved }: { readonly saved: Saved }) {
  const { id } = useUser();
  const save = useSaveReminders(id);
  const test = useSendNtfyTest(id);
  const heading = useRef<HTMLParagraphElement>(null);
  const [madeUp] = useState(newTopic);
  const [url, setUrl] = useState(saved?.url ?? USUAL_SERVER);
  const [topic, setTopic] = useState(saved?.topic ?? madeUp);
  const isChanged = saved?.url !== ntfyOrigin(url) || saved?.topic !== topic;

  function submit() {
    test.reset();
    save.mutate({ ntfy: { url, topic } });
  }

  function turnOff() {
    test.reset();
    save.mutate({ ntfy: null });
    // The pressed button is unmounted, so the focus would be lost.
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <div className="stack form-place">
      <p tabIndex={-1} ref={heading}>
        ntfy is a free app that shows short messages on your phone.
      </p>
      <ol className="steps">
        <li>Install the ntfy app on your phone.</li>
        <li>Press Save below.</li>
        <li>In the app, press + and enter the same topic.</li>
      </ol>
      <p>The ntfy server can read these reminders. So they never name your medication.</p>
      {saved?.isEnded && (
        <Message kind="warning">
          The ntfy server did not accept the last reminders. No more are sent there. Check the
          address and the topic, and press Save.
        </Message>
      )}
      <Form
        className="form-sheet"
        unsaved={saved !== null && isChanged && 'the ntfy server'}
        isChange
        onSubmit={submit}
      >
        <div className="form-entries">
          <TextField
            label="Server"
            inputMode="url"
            autoComplete="off"
            missing="Enter the server."
            maxLength={MAX_NTFY_URL}
            problem={
              url.trim() && ntfyOrigin(url) === undefined
                ? 'Enter only the address of the server, such as https://ntfy.sh.'
                : ''
            }
            value={url}
            onChange={setUrl}
          />
          <TextField
            label="Topic"
            hint="Keep it secret. Anyone who knows it can read your reminders."
            autoComplete="off"
            missing="Enter the topic."
            maxLength={MAX_NTFY_TOPIC}
            problem={topic && !isNtfyTopic(topic) ? 'Use only letters, numbers, - and _.' : ''}
            value={topic}
            onChange={setTopic}
          />
        </div>
        {saved && (
          <div className="row-actions">
            <SendTest test={test} isOffered={!isChanged} />
            <Button kind="quiet" icon="clear" busy={save.isPending} onPress={turnOff}>
              Turn off ntfy
            </Button>
          </div>
        )}
        {saved && !isChanged && save.isSuccess && (
          <IntoView>
            <Message kind="success">ntfy is set up.</Message>
          </IntoView>
        )}
        <FailureInView of={save.error} />
        <div className="form-foot">
          <Button kind="main" type="submit" busy={save.isPending}>
            Save
          </Button>
        </div>
      </Form>
    </div>
  );
}

/** No letters and digits that look alike, because people type a topic on their phones. */
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A topic that nobody guesses, such as 'k7md-xq2p-9tfw-hc4r'. */
function newTopic(): string {
  const group = () => {
    const numbers = crypto.getRandomValues(new Uint32Array(GROUP_LENGTH));
    return Array.from(numbers, (number) => CHARACTERS[number % CHARACTERS.length]).join('');
  };
  return Array.from({ length: GROUPS }, group).join('-');
}
