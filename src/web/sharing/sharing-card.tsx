import '../ui/card-part.css';
import './sharing.css';
import { type ReactNode, useRef, useState } from 'react';
import { errors } from '../../contract/errors.ts';
import { ProofDialog } from '../identity/proof-dialog.tsx';
import { refusalOf, serverMessage, UNKNOWN_OUTCOME } from '../platform/client.ts';
import { Failure } from '../platform/failure.tsx';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/fields.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { Row } from '../ui/row.tsx';
import { ShortList } from '../ui/short-list.tsx';
import { NewLink } from './new-link.tsx';
import { type NewShare, type Share, useChangeShares, useMakeShare, useShares } from './queries.ts';
import type { ShareDraft } from './share-form.tsx';
import { linksWords, ShareRow } from './share-row.tsx';

const form = lazy(async () => (await import('./share-form.tsx')).ShareForm);

/** Loaded on demand, because few clinics scan codes. */
const clinic = lazy(async () => (await import('./clinic-code.tsx')).ClinicCode);

/** The links with which people without an account read the page for a visit, and other rows of the card. */
export function SharingCard({ children }: { readonly children: ReactNode }) {
  const { id } = useUser();
  const shares = useShares(id);
  return (
    <section className="card" aria-labelledby="sharing">
      <h2 id="sharing">Sharing</h2>
      {shares.isPending && <Loading />}
      {shares.isError && !shares.data && <NotLoaded what="your links" query={shares} />}
      <div className="rows">
        {shares.data && <Sharing shares={shares.data} />}
        {children}
      </div>
    </section>
  );
}

function Sharing({ shares }: { readonly shares: readonly Share[] }) {
  const user = useUser();
  const { id } = user;
  const make = useMakeShare(id);
  const needsProof = refusalOf(make.error, errors.confirmationNeeded) !== '';
  const endAll = useChangeShares(id, 'endShare');
  const restoreAll = useChangeShares(id, 'restoreShare');
  const [isAsking, setIsAsking] = useState(false);
  /** The link that is not made yet. Here, so that Close loses nothing. */
  const [draft, setDraft] = useState<ShareDraft>();
  const isBegun = Boolean(draft?.label || draft?.passcode);
  /** The ids of the links that the person ended since this page was opened. They stay among the current links. */
  const [ended, setEnded] = useState<readonly string[]>([]);
  const opener = useRef<HTMLButtonElement>(null);
  const live = shares.filter(({ state }) => state === 'live');
  const isCurrent = ({ state, shareId }: Share) =>
    state === 'live' || state === 'locked' || ended.includes(shareId);
  const [current, former] = [shares.filter(isCurrent), shares.filter((each) => !isCurrent(each))];
  const error = endAll.error ?? restoreAll.error;
  const stopped = live.length === 0 && endAll.isSuccess ? (endAll.variables ?? []) : [];

  function turn(isOn: boolean) {
    if (isOn) {
      setIsAsking(true);
      openSetting('links');
      return;
    }
    restoreAll.reset();
    const ids = live.map(({ shareId }) => shareId);
    endAll.mutate(ids, { onSuccess: () => setEnded((before) => [...before, ...ids]) });
  }

  function makeLink(share: NewShare) {
    make.mutate(share, { onSuccess: () => setDraft(undefined) });
  }

  function close() {
    setIsAsking(false);
    setDraft(undefined);
    make.reset();
    opener.current?.focus();
  }

  return (
    <>
      <Switch checked={live.length > 0} onChange={turn}>
        <span>
          Share Data with Healthcare Providers
          <span className="switch-state">{countWords(live.length)}</span>
        </span>
      </Switch>
      {stopped.length > 1 && (
        <Message kind="info">
          <span>All links are stopped.</span>{' '}
          <Button
            kind="quiet"
            icon="undo"
            label="Undo, all links"
            busy={restoreAll.isPending}
            onPress={() => restoreAll.mutate(stopped, { onSuccess: () => endAll.reset() })}
          >
            Undo
          </Button>
        </Message>
      )}
      <Failure of={error} />
      <Row
        icon="share"
        title="Links for doctors"
        unsaved={isBegun && 'links'}
        state={isBegun ? 'A link is not made yet' : linksWords(current, user)}
        onPress={() => openSetting('links')}
      />
      <SettingDialog of="links" title="Links for doctors">
        <div className="stack">
          <p className="soft">
            A doctor opens your link and sees the page for your visit. They can download the report.
            They don’t need an account, and they can’t change anything.
          </p>
          {make.data && make.variables ? (
            <NewLink
              url={make.data.url}
              label={make.variables.label}
              expiresAt={make.variables.expiresAt}
              hasPasscode={make.variables.passcode !== undefined}
              onDone={close}
            />
          ) : isAsking ? (
            <form.Component
              isBusy={make.isPending}
              problem={
                make.isError && !needsProof ? serverMessage(make.error, UNKNOWN_OUTCOME) : ''
              }
              draft={draft}
              onChange={setDraft}
              onMake={makeLink}
              onClose={close}
            />
          ) : (
            <Button ref={opener} wide onPress={() => setIsAsking(true)}>
              Make a link
            </Button>
          )}
          {needsProof && (
            <ProofDialog
              why="This lets somebody else see your tracker, so we ask."
              onProved={() => make.variables && makeLink(make.variables)}
              onClose={make.reset}
            />
          )}
          {current.length > 0 && (
            <>
              <Links
                title="Links"
                shares={current}
                ended={ended}
                onEnded={(shareId) => setEnded((before) => [...before, shareId])}
              />
              {live.length > 0 && (
                <p className="soft">
                  We can’t show you a link a second time. If you lost it, stop it and make a new
                  one.
                </p>
              )}
            </>
          )}
          {former.length > 0 && (
            <details className="fold">
              <summary>Links that no longer work ({former.length})</summary>
              <Links
                title="Links that no longer work"
                shares={former}
                ended={[]}
                onEnded={() => {}}
              />
            </details>
          )}
        </div>
      </SettingDialog>
      <Row
        icon="clinic"
        title="Share with a clinic’s system"
        onPress={() => openSetting('clinic')}
      />
      <SettingDialog of="clinic" title="Share with a clinic’s system">
        <clinic.Component />
      </SettingDialog>
    </>
  );
}

function Links({
  title,
  shares,
  ended,
  onEnded,
}: {
  readonly title: string;
  readonly shares: readonly Share[];
  readonly ended: readonly string[];
  readonly onEnded: (shareId: string) => void;
}) {
  return (
    <ShortList
      rows={shares}
      isKept={({ shareId }) => ended.includes(shareId)}
      more="Show older links"
    >
      {(shown) => (
        <ul className="shares" aria-label={title}>
          {shown.map((share) => (
            <ShareRow
              key={share.shareId}
              share={share}
              wasEnded={ended.includes(share.shareId)}
              onEnded={() => onEnded(share.shareId)}
            />
          ))}
        </ul>
      )}
    </ShortList>
  );
}

function countWords(live: number): string {
  if (live === 0) return 'Off';
  return live === 1 ? '1 link is on' : `${live} links are on`;
}
