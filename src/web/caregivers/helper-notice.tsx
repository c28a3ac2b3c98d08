import { useState } from 'react';
import { useMe } from '../platform/user.ts';
import { Address } from '../ui/address.tsx';
import { focusChosenTab } from '../ui/kept-focus.ts';
import { lazy } from '../ui/lazy.tsx';
import { MessageContent } from '../ui/message.tsx';

const question = lazy(async () => (await import('./helper-question.tsx')).HelperQuestion);

/**
 * Asks about helpers who accepted under another address than the invited one, and says for whose yes the person waits.
 */
export function HelperNotice() {
  const { email, accepted, waitsFor } = useMe();
  const [answer, setAnswer] = useState('');

  function answered(words: string) {
    setAnswer(words);
    // The pressed button is unmounted, so the focus would be lost.
    focusChosenTab();
  }

  return (
    <>
      {accepted.map((each) => (
        <question.Component key={each.caregiverId} of={each} onAnswered={answered} />
      ))}
      {waitsFor.map(({ caregiverId, name, invited }) => (
        <section
          key={caregiverId}
          className="message message-info helper-notice"
          aria-label={`You wait for a yes. ${name}`}
        >
          <MessageContent kind="info">
            <p>
              You said yes to help {name}. The invitation was for{' '}
              <b>
                <Address of={invited} end="," />
              </b>{' '}
              and you are signed in as{' '}
              <b>
                <Address of={email} end="." />
              </b>
            </p>
            <p>
              So {name} must say first that it is you. Ask {name} to open Symptom Tracker.
            </p>
          </MessageContent>
        </section>
      ))}
      <p className="unseen" role="status">
        {answer}
      </p>
    </>
  );
}
