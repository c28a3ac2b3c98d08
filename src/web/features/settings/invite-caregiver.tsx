import { useState } from 'react';
import { errors } from '../../../contract/errors.ts';
import { useChangeCaregivers } from '../../api/caregivers.ts';
import { refusalOf, serverMessage } from '../../api/client.ts';
import { useNoMail } from '../../api/config.ts';
import { useUser } from '../../api/user.ts';
import { ProofDialog } from '../../proof-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Message } from '../../ui/message.tsx';
import { CaregiverRights, type Rights } from './caregiver-rights.tsx';

const READ_ONLY: Rights = { may: 'read', notes: false };

/** The form that invites a caregiver. */
export function InviteCaregiver() {
  const invite = useChangeCaregivers(useUser().id);
  const isMailed = useNoMail() === undefined;
  const [isOpen, setIsOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [rights, setRights] = useState(READ_ONLY);
  const [invited, setInvited] = useState('');
  const needsProof = refusalOf(invite.error, errors.confirmationNeeded) !== '';

  function submit() {
    if (invite.isPending) return;
    invite.mutate(
      { kind: 'invite', email, ...rights },
      {
        onSuccess: () => {
          setInvited(email);
          setEmail('');
          setRights(READ_ONLY);
          setIsOpen(false);
        },
      },
    );
  }

  return (
    <>
      {invited && (
        <Message kind="success">
          {isMailed
            ? `We’ve sent an email to ${invited}. You can also copy the link above.`
            : 'This server sends no email. Copy the link above, and give it to this person.'}
        </Message>
      )}
      <Button
        wide
        isExpanded={isOpen}
        onPress={() => {
          setInvited('');
          setIsOpen(!isOpen);
        }}
      >
        Invite someone
      </Button>
      {isOpen && (
        <Form className="stack" unsaved={email && 'invitations'} onSubmit={submit}>
          <TextField
            label="Their email"
            type="email"
            autoComplete="off"
            required
            value={email}
            refusal={
              invite.error && !needsProof
                ? serverMessage(invite.error, 'We couldn’t send the invitation. Please try again.')
                : ''
            }
            onChange={setEmail}
          />
          <CaregiverRights rights={rights} onChange={setRights} />
          <Button kind="main" type="submit" busy={invite.isPending}>
            {invite.isPending ? 'Inviting...' : 'Send the invitation'}
          </Button>
        </Form>
      )}
      {needsProof && (
        <ProofDialog
          why="This lets somebody else see your tracker, so we ask."
          onProved={submit}
          onClose={invite.reset}
        />
      )}
    </>
  );
}
