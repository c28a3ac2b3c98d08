import '../ui/card-part.css';
import './caregivers.css';
import { type ReactNode, useState } from 'react';
import { copyText } from '../platform/copy-text.ts';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useNearDayOf } from '../platform/use-near-day.ts';
import { useUser } from '../platform/user.ts';
import { Address } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Row } from '../ui/row.tsx';
import { CaregiverRights, rightsText } from './caregiver-rights.tsx';
import { Ending, NotChanged } from './ending.tsx';
import { type Invitation, InviteCaregiver, NEW_INVITATION } from './invite-caregiver.tsx';
import { type Caregivers, useCaregivers, useChangeCaregivers } from './queries.ts';

/** The caregivers, the open invitations, and the people whom this person helps. */
export function CaregiversRow() {
  const { id } = useUser();
  const caregivers = useCaregivers(id);
  const { data, isPending } = caregivers;
  /** Here, so that Close loses nothing. */
  const [invitation, setInvitation] = useState(NEW_INVITATION);
  const { email } = invitation;
  return (
    <>
      <Row
        unsaved={email && 'invitations'}
        icon="people"
        title="People who help"
        state={email ? 'An invitation is not sent yet' : data && stateWords(data)}
        onPress={() => openSetting('helpers')}
      />
      <SettingDialog of="helpers" title="People who help">
        <p className="soft">
          A helper signs in with their own account. They never see your password.
        </p>
        {isPending && <Loading />}
        {caregivers.isError && !data && <NotLoaded what="your helpers" query={caregivers} />}
        {data && <People caregivers={data} invitation={invitation} onInvitation={setInvitation} />}
      </SettingDialog>
    </>
  );
}

/** Who helps, or whom the person helps, in a few words. */
function stateWords({ caregivers, invitations, helps }: Caregivers): ReactNode {
  const [helper, ...others] = caregivers;
  if (others.length > 0) return `${caregivers.length} people`;
  if (helper) return `${helper.name} can see${helper.may === 'log' ? ' and log' : ''}`;
  if (invitations[0]) {
    return (
      <>
        <Address of={invitations[0].email} /> is invited
      </>
    );
  }
  return helps[0] ? `You help ${helps[0].name}` : 'Nobody yet';
}

function People({
  caregivers: { caregivers, invitations, helps },
  invitation,
  onInvitation,
}: {
  readonly caregivers: Caregivers;
  readonly invitation: Invitation;
  readonly onInvitation: (invitation: Invitation) => void;
}) {
  /** Those that are cancelled here keep their place, so that nothing moves under the finger. */
  const [cancelled, setCancelled] = useState<Caregivers['invitations']>([]);
  const isOpen = ({ invitationId }: Caregivers['invitations'][number]) =>
    invitations.some((each) => each.invitationId === invitationId);
  const listed = [...invitations, ...cancelled.filter((each) => !isOpen(each))].sort((a, b) =>
    a.expiresAt.localeCompare(b.expiresAt),
  );
  return (
    <div className="form-place">
      {caregivers.length > 0 && (
        <ul className="people">
          {caregivers.map((each) => (
            <Caregiver key={each.caregiverId} of={each} />
          ))}
        </ul>
      )}
      {listed.length > 0 && (
        <div className="card-part">
          <h3>Invited, not accepted yet</h3>
          <ul className="people">
            {listed.map((each) => (
              <Invited
                key={each.invitationId}
                of={each}
                isCancelled={!isOpen(each)}
                onCancel={() => setCancelled((former) => [...former, each])}
                onKept={() => setCancelled((former) => former.filter((other) => other !== each))}
              />
            ))}
          </ul>
        </div>
      )}
      <div className="card-part form-place">
        <InviteCaregiver invitation={invitation} onChange={onInvitation} />
      </div>
      {helps.length > 0 && (
        <div className="card-part">
          <h3>You help</h3>
          <ul className="people">
            {helps.map((each) => (
              <HelpedPerson key={each.caregiverId} of={each} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Caregiver({ of }: { readonly of: Caregivers['caregivers'][number] }) {
  const user = useUser();
  const { caregiverId, name, email, since, lastSeenAt } = of;
  const [isChanging, setIsChanging] = useState(false);
  const [rights, setRights] = useState({ may: of.may, notes: of.notes });
  const change = useChangeCaregivers(user.id);
  const day = useNearDayOf();
  return (
    <li className="person">
      <p className="person-name">
        <b>{name}</b>
        {name !== email && (
          <span className="soft">
            {' '}
            <Address of={email} />
          </span>
        )}
      </p>
      <p>{rightsText(of)}</p>
      <p className="soft">
        Since {day(since)}.{' '}
        {lastSeenAt
          ? `Last opened your data on ${day(lastSeenAt)}.`
          : 'Has not opened your data yet.'}
      </p>
      {isChanging ? (
        <>
          <CaregiverRights rights={rights} onChange={setRights} />
          <div className="message-actions">
            <Button
              busy={change.isPending}
              onPress={() =>
                change.mutate(
                  { kind: 'update', caregiverId, ...rights },
                  { onSuccess: () => setIsChanging(false) },
                )
              }
            >
              Save
            </Button>
            <Button onPress={() => setIsChanging(false)}>Cancel</Button>
          </div>
        </>
      ) : (
        <div className="message-actions">
          <Button label={`Change, ${name}`} onPress={() => setIsChanging(true)}>
            Change
          </Button>
          <Ending
            name={name}
            question={`${name} will no longer see your data. What they entered stays.`}
            verb="End access"
            kind="danger"
            change={{ kind: 'end', caregiverId }}
          />
        </div>
      )}
      <NotChanged error={change.error} />
    </li>
  );
}

function Invited({
  of,
  isCancelled,
  onCancel,
  onKept,
}: {
  readonly of: Caregivers['invitations'][number];
  readonly isCancelled: boolean;
  readonly onCancel: () => void;
  /** Called if it could not be cancelled. */
  readonly onKept: () => void;
}) {
  const user = useUser();
  const { invitationId, email, url, expiresAt } = of;
  const change = useChangeCaregivers(user.id);
  const day = useNearDayOf();
  const [copied, setCopied] = useState<boolean>();
  return (
    <li className="person">
      <p className="person-name">
        <b>
          <Address of={email} />
        </b>
      </p>
      {isCancelled ? (
        <p role="status">This invitation is cancelled. Its link does not work any more.</p>
      ) : (
        <>
          <p>{rightsText(of)}</p>
          <p className="soft">The link works once, until {day(expiresAt)}.</p>
          <div className="message-actions">
            <Button
              label={`Copy the link, ${email}`}
              onPress={async () => setCopied(await copyText(url))}
            >
              Copy the link
            </Button>
            <Button
              kind="danger"
              label={`Cancel the invitation, ${email}`}
              busy={change.isPending}
              onPress={() => {
                onCancel();
                change.mutate({ kind: 'endInvitation', invitationId }, { onError: onKept });
              }}
            >
              Cancel the invitation
            </Button>
          </div>
          <p role="status">{copied === true && 'Copied. Give the link to this person only.'}</p>
          {copied === false && (
            <p className="person-link">
              This browser can’t copy the link. Select it here, then copy it: <span>{url}</span>
            </p>
          )}
        </>
      )}
      <NotChanged error={change.error} />
    </li>
  );
}

function HelpedPerson({ of }: { readonly of: Caregivers['helps'][number] }) {
  const { caregiverId, name } = of;
  return (
    <li className="person">
      <p className="person-name">
        <b>{name}</b>
      </p>
      <p>
        {of.may === 'log' ? 'You can see their data and log for them.' : 'You can see their data.'}
      </p>
      <div className="message-actions">
        <Ending
          name={name}
          question={`You will no longer see the data of ${name}.`}
          verb="Stop helping"
          kind="danger"
          change={{ kind: 'end', caregiverId }}
        />
      </div>
    </li>
  );
}
