import './stays.css';
import { useEffect, useEffectEvent, useRef } from 'react';
import { accountErrors } from '../../contract/account-errors.ts';
import type { ProviderNames } from '../../contract/providers.ts';
import { refusalOf } from '../platform/client.ts';
import { useProviderNames } from '../platform/config.ts';
import { Failure } from '../platform/failure.tsx';
import { useUser } from '../platform/user.ts';
import { AskFirst } from '../ui/ask-first.tsx';
import { Button } from '../ui/button.tsx';
import { DialogLoading } from '../ui/dialog-loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Message } from '../ui/message.tsx';
import { type Staying, type Stays, useEndStaying, useLetAllStay, useStays } from './stays.ts';
import { wayInSentence, wayName } from './way-names.ts';

const proof = lazy(async () => (await import('./proof-dialog.tsx')).ProofDialog, <DialogLoading />);

interface Row extends Staying {
  readonly detail: string;
  /** What happens if it ends. */
  readonly question: string;
}

/**
 * After a reset of the password: lists the links, helpers, invitations and ways to sign in that the reset did not end,
 * until the person has ended them or lets them stay (DECISIONS 42).
 */
export function WhatStays({
  onDone,
}: {
  /** Called with the words for the page once nothing is asked any more. */
  readonly onDone: (message: string) => void;
}) {
  const user = useUser();
  const { data } = useStays(user);
  const names = useProviderNames();
  const end = useEndStaying(user.id);
  const allow = useLetAllStay(user.id);
  const heading = useRef<HTMLHeadingElement>(null);
  // A press meanwhile does nothing, and only the pressed button shows that it works.
  const isBusy = end.isPending || allow.isPending;
  const rows = data ? rowsOf(data, names) : [];
  const count = rows.length;
  const needsProof = refusalOf(end.error, accountErrors.confirmationNeeded) !== '';
  const endedId = end.isSuccess ? end.variables.id : undefined;
  const endedName = end.isSuccess ? end.variables.name : '';

  // The pressed button is unmounted with its row, so the focus would be lost.
  const follow = useEffectEvent(() => {
    if (count === 0) onDone('Done. They have all ended.');
    else heading.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (endedId !== undefined) follow();
  }, [endedId]);

  if (count === 0) return null;
  return (
    <section className="card" aria-labelledby="what-stays">
      <h2 id="what-stays" tabIndex={-1} ref={heading}>
        Check who can get in
      </h2>
      <p>
        {count === 1
          ? 'This still works. It may be from somebody else: end it if you do not know it.'
          : 'These still work. Some may be from somebody else: end those that you do not know.'}
      </p>
      <ul className="stays" aria-label="What still works">
        {rows.map((row) => (
          <li key={row.id} className="stay">
            <p>
              <b>{row.name}</b>
              <span className="switch-state">{row.detail}</span>
            </p>
            <AskFirst
              name={row.name}
              question={row.question}
              verb="End"
              busy={end.isPending && end.variables.id === row.id}
              onSure={() => !isBusy && end.mutate(row)}
            >
              {end.variables?.id === row.id && !needsProof && <Failure of={end.error} />}
            </AskFirst>
          </li>
        ))}
      </ul>
      {endedId !== undefined && <Message kind="success">Ended: {endedName}.</Message>}
      <Failure of={allow.error} />
      <Button
        wide
        busy={allow.isPending}
        onPress={() => {
          if (isBusy) return;
          const done = count === 1 ? 'Done. It stays.' : 'Done. All of these stay.';
          allow.mutate(undefined, { onSuccess: () => onDone(done) });
        }}
      >
        {count === 1 ? 'This may stay' : 'All of these may stay'}
      </Button>
      {needsProof && (
        <proof.Component
          why="This changes how you sign in, so we ask."
          onProved={() => end.variables && end.mutate(end.variables)}
          onClose={end.reset}
        />
      )}
    </section>
  );
}

function rowsOf(stays: Stays, names: ProviderNames): Row[] {
  const { waysIn, caregivers, invitations, links, ntfy } = stays;
  return [
    ...waysIn.map(({ wayId, kind, email }) => ({
      ...{ kind: 'wayIn' as const, id: wayId, name: wayName(kind, names) },
      detail: email
        ? `Opens your account, ${kind === 'passkey' ? 'called' : 'as'} ${email}`
        : 'Opens your account',
      question: `You can then no longer sign in with ${wayInSentence(kind, names)}.`,
    })),
    ...caregivers.map(({ caregiverId, name, email }) => ({
      ...{ kind: 'caregiver' as const, id: caregiverId, name },
      detail: name === email ? 'Helps you' : `Helps you, ${email}`,
      question: `${name} will no longer see your data. What they entered stays.`,
    })),
    ...invitations.map(({ invitationId, email }) => ({
      ...{ kind: 'invitation' as const, id: invitationId, name: email },
      detail: 'Is invited to help you',
      question: `The invitation for ${email} ends.`,
    })),
    ...links.map(({ shareId, label }) => ({
      ...{ kind: 'link' as const, id: shareId, name: label },
      detail: 'A link that shows the page for your visit',
      question: 'Nobody can open this link then.',
    })),
    ...(ntfy
      ? [
          {
            ...{ kind: 'ntfy' as const, id: 'ntfy', name: 'Reminders by ntfy' },
            detail: 'Whoever knows the topic sees when a dose is not logged',
            question: 'No reminders go there then. You can set up ntfy again in Settings.',
          },
        ]
      : []),
  ];
}
