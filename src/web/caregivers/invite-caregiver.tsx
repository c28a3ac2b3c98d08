import '../ui/form-sheet.css';
import { useState } from 'react';
import type { Answer } from '../../contract/endpoints.ts';
import { errors } from '../../contract/errors.ts';
import { ProofDialog } from '../identity/proof-dialog.tsx';
import { refusalOf, serverMessage } from '../platform/client.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Message } from '../ui/message.tsx';
import { CaregiverRights, type Rights } from './caregiver-rights.tsx';
import { useInvite } from './queries.ts';

/** An invitation that is not sent yet. */
export interface Invitation {
  readonly email: string;
  readonly rights: Rights;
}

export const NEW_INVITATION: Invitation = { email: '', rights: { may: 'read', notes: false } };

type Mailed = Answer<'inviteCaregiver'>['mailed'];

const giveLink = (email: string) => `Copy the link for ${email} above, and give it to this person.`;

/** What happened to an invitation. */
const OUTCOMES: Readonly<Record<Mailed, (email: string) => string>> = {
  sent: (email) => `We’ve sent an email to ${email}. You can also copy their link above.`,
  noMail: (email) => `This server sends no email. ${giveLink(email)}`,
  unproven: (email) =>
    `We sent no email, because your own email is not confirmed yet. ${giveLink(email)}`,
  tooMany: (email) => `We sent no email, because there were too many today. ${giveLink(email)}`,
  accountsOnly: (email) =>
    `Today we can only email people who have an account here. ${giveLink(email)}`,
};

/** The form that invites a caregiver. */
export function InviteCaregiver({
  invitation,
  onChange,
}: {
  readonly invitation: Invitation;
  readonly onChange: (invitation: Invitation) => void;
}) {
  const invite = useInvite(useUser().id);
  const { email, rights } = invitation;
  const [isOpen, setIsOpen] = useState(email !== '');
  const [invited, setInvited] = useState<{ mailed: Mailed; words: string }>();
  const needsProof = refusalOf(invite.error, errors.confirmationNeeded) !== '';

  function submit() {
    if (invite.isPending) return;
    invite.mutate(
      { email, ...rights },
      {
        onSuccess: ({ mailed }) => {
          setInvited({ mailed, words: OUTCOMES[mailed](email) });
          onChange(NEW_INVITATION);
          setIsOpen(false);
        },
      },
    );
  }

  return (
    <>
      {invited && (
        <Message kind={invited.mailed === 'sent' ? 'success' : 'warning'}>{invited.words}</Message>
      )}
      <Button
        wide
        isExpanded={isOpen}
        onPress={() => {
          setInvited(undefined);
          setIsOpen(!isOpen);
        }}
      >
        Invite someone
      </Button>
      {isOpen && (
        <Form className="form-sheet" onSubmit={submit}>
          <div className="form-entries">
            <TextField
              label="Their email"
              type="email"
              autoComplete="off"
              missing="Enter their email."
              value={email}
              refusal={
                invite.error && !needsProof
                  ? serverMessage(
                      invite.error,
                      'We couldn’t send the invitation. Please try again.',
                    )
                  : ''
              }
              onChange={(typed) => onChange({ ...invitation, email: typed })}
            />
            <CaregiverRights
              rights={rights}
              onChange={(chosen) => onChange({ ...invitation, rights: chosen })}
            />
          </div>
          <div className="form-foot">
            <Button kind="main" type="submit" busy={invite.isPending}>
              {invite.isPending ? 'Inviting...' : 'Invite this person'}
            </Button>
          </div>
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
