import type { Accepted } from '../../contract/entities.ts';
import { errors } from '../../contract/errors.ts';
import { ProofDialog } from '../identity/proof-dialog.tsx';
import { refusalOf } from '../platform/client.ts';
import { useUser } from '../platform/user.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { MessageContent } from '../ui/message.tsx';
import { rightsText } from './caregiver-rights.tsx';
import { Ending, NotChanged } from './ending.tsx';
import { useChangeCaregivers } from './queries.ts';

/** Asks whether an account that accepted an invitation under another address is the invited person's. */
export function HelperQuestion({
  of,
  onAnswered,
}: {
  readonly of: Accepted;
  /** @param words what has happened */
  readonly onAnswered: (words: string) => void;
}) {
  const { caregiverId, name, email, invited } = of;
  const change = useChangeCaregivers(useUser().id);
  const needsProof = refusalOf(change.error, errors.confirmationNeeded) !== '';

  function confirm() {
    if (change.isPending) return;
    // Uses the promise, because the question is gone when the answer has been saved.
    void change.mutateAsync({ kind: 'confirm', caregiverId, confirmed: true }).then(
      () => onAnswered(`${name} helps you now.`),
      () => {},
    );
  }

  return (
    <section
      className="message message-info helper-notice"
      aria-label={`Is this your helper? ${email}`}
    >
      <MessageContent kind="info">
        <p>
          You invited{' '}
          <b>
            <Address of={invited} end="." />
          </b>
        </p>
        <p>
          The person who said yes has another email:{' '}
          <b>
            <Address of={email} end="." />
          </b>
          {name !== email && ` They gave the name ${name}.`}
        </p>
        <p>Is this the person you invited? They see nothing until you say yes.</p>
        <p className="soft">After your yes: {rightsText(of)}</p>
        <div className="message-actions">
          <Button busy={change.isPending} onPress={confirm}>
            Yes, this is {name}
          </Button>
          <Ending
            name={name}
            question={
              <>
                <Address of={email} /> will see nothing, and the invitation ends.
              </>
            }
            verb="No"
            sure="End the invitation"
            change={{ kind: 'confirm', caregiverId, confirmed: false }}
            onDone={() => onAnswered(`The invitation has ended. ${email} sees nothing.`)}
          />
        </div>
        {!needsProof && <NotChanged error={change.error} />}
      </MessageContent>
      {needsProof && (
        <ProofDialog
          why="This lets somebody else see your tracker, so we ask."
          onProved={confirm}
          onClose={change.reset}
        />
      )}
    </section>
  );
}
