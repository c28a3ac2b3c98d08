import '../ui/form-sheet.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { dateFormats } from '../../domain/formats.ts';
import { Failure, FailureInView } from '../platform/failure.tsx';
import { NotLoaded } from '../platform/not-loaded.tsx';
import { useDayTime } from '../platform/use-near-day.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { IntoView } from '../ui/into-view.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import {
  type HealthLink,
  type HealthReport,
  useEndHealthLink,
  useHealthFile,
  useHealthLinks,
  useMakeHealthLink,
} from './health-links.ts';
import { FIRST_SCOPE, ScopeFields, wishOf } from './scope-fields.tsx';
import { ShareQr } from './share-qr.tsx';
import { todayIn } from './share-words.ts';

const times = dateFormats({ timeStyle: 'short' });

/**
 * Formats a time without its day, because a code works for only 15 minutes. The day is shown only for the time when the
 * code was made.
 */
function useTime() {
  const user = useUser();
  return (instant: string) => times(user.timeZone, user).format(Date.parse(instant));
}

/** A code with which a clinic's system fetches the report; or a file, if no clinic can reach this server. */
export function ClinicCode() {
  const known = useHealthLinks(useUser().id);
  return (
    <section className="stack" aria-label="The clinic’s system">
      {known.isPending && <Loading />}
      {known.isError && !known.data && (
        <NotLoaded what="what you shared with clinics" query={known} />
      )}
      {known.data && (known.data.isReachable ? <Codes links={known.data.links} /> : <FileOnly />)}
    </section>
  );
}

function Codes({ links }: { readonly links: readonly HealthLink[] }) {
  const { id } = useUser();
  const make = useMakeHealthLink(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const made = make.data;
  const madeId = made?.healthLinkId;
  // The focus moves to the heading, because the form is unmounted when the code appears, and the code is unmounted when
  // the person closes it.
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current || madeId !== undefined) heading.current?.focus();
    isFirst.current = false;
  }, [madeId]);
  const others = links.filter(({ healthLinkId }) => healthLinkId !== madeId);
  const [live, former] = [
    others.filter(({ state }) => state === 'live'),
    others.filter(({ state }) => state !== 'live'),
  ];

  // The pressed button is unmounted, so the focus would be lost.
  const focusHeading = () => heading.current?.focus();

  return (
    <>
      <h3 tabIndex={-1} ref={heading}>
        A code for the clinic’s system
      </h3>
      {made ? (
        <Code
          link={made.link}
          expiresAt={made.expiresAt}
          // Undefined until the list contains the new code. Nobody can have ended the code before that.
          known={links.find(({ healthLinkId }) => healthLinkId === madeId)}
          onStopped={focusHeading}
          onClose={make.reset}
        />
      ) : (
        <>
          <p>
            Some clinics can scan a code and save your report in their own system. Ask them if they
            can. The code works for 15 minutes.
          </p>
          <Questions
            action="Show the code"
            doing="Making the code..."
            isBusy={make.isPending}
            onAnswer={(report) => make.mutate(report)}
          >
            <FailureInView of={make.error} />
          </Questions>
        </>
      )}
      <FileInstead />
      {live.length > 0 && (
        <List title="Codes that still work" links={live} onStopped={focusHeading} />
      )}
      {former.length > 0 && (
        <details className="fold">
          <summary>Codes that no longer work ({former.length})</summary>
          <List title="Codes that no longer work" links={former} onStopped={focusHeading} />
        </details>
      )}
    </>
  );
}

/** A new code. It cannot be shown again, because its key is not stored anywhere. */
function Code({
  link,
  expiresAt,
  known,
  onStopped,
  onClose,
}: {
  readonly link: string;
  readonly expiresAt: string;
  readonly known: HealthLink | undefined;
  readonly onStopped: () => void;
  readonly onClose: () => void;
}) {
  const end = useEndHealthLink(useUser().id);
  const time = useTime();
  const state = known?.state ?? 'live';
  const readings = known?.readings ?? [];
  return (
    <>
      {state === 'live' && (
        <>
          <p>
            Let the clinic scan this code. It works until {time(expiresAt)}. Anyone who scans it
            gets your report.
          </p>
          <ShareQr url={link} label="QR code for the clinic’s system" />
          <p className="soft">This code is shown only now. You can make another one.</p>
          {readings.length === 0 && <p className="soft">No clinic has your report yet.</p>}
        </>
      )}
      {readings.length > 0 && (
        <Message kind="success">
          <Readings readings={readings} />
          <span className="switch-state">The clinic gave this name. We can’t check it.</span>
        </Message>
      )}
      {state === 'ended' && (
        <Message kind="info">You stopped this code. It no longer works.</Message>
      )}
      {state === 'expired' && <Message kind="info">This code has expired.</Message>}
      <Failure of={end.error} />
      <Button wide onPress={onClose}>
        {state === 'live' ? 'Done' : 'Make another code'}
      </Button>
      {state === 'live' && known && (
        <Button
          kind="danger"
          busy={end.isPending}
          onPress={() => end.mutate(known.healthLinkId, { onSuccess: onStopped })}
        >
          Stop this code
        </Button>
      )}
    </>
  );
}

/** Offers a file beside the code. Some clinics cannot scan codes, or cannot reach a server in a home network. */
function FileInstead() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="fold" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>If the code does not work, save a file</summary>
      {isOpen && (
        <>
          <p>Ask the clinic if they can read a FHIR file.</p>
          <FileForm />
        </>
      )}
    </details>
  );
}

/** Shown in place of a code if clinics cannot reach this server. */
function FileOnly() {
  return (
    <>
      <h3>A file for the clinic’s system</h3>
      <p>
        Clinics can’t reach this server over the internet, so a code would not work. Save a file
        instead, and give it to the clinic. Ask them first if they can read a FHIR file.
      </p>
      <FileForm />
    </>
  );
}

function FileForm() {
  const file = useHealthFile(useUser().id);
  return (
    <>
      <p>Anyone who has the file can read your report.</p>
      <Questions
        action="Save the file"
        doing="Making the file..."
        isBusy={file.isPending}
        onAnswer={(report) => file.mutate(report)}
      >
        {file.isSuccess && (
          <IntoView>
            <Message kind="success">Saved. Look in your downloads.</Message>
          </IntoView>
        )}
        <FailureInView of={file.error} />
      </Questions>
    </>
  );
}

/** Asks what the report contains. */
function Questions({
  action,
  doing,
  isBusy,
  onAnswer,
  children,
}: {
  readonly action: string;
  readonly doing: string;
  readonly isBusy: boolean;
  readonly onAnswer: (report: HealthReport) => void;
  /** What became of the last answer. */
  readonly children: ReactNode;
}) {
  const today = todayIn(useUser().timeZone);
  const [scope, setScope] = useState(FIRST_SCOPE);
  return (
    <Form className="form-sheet" onSubmit={() => !isBusy && onAnswer(wishOf(scope, today))}>
      <div className="form-entries">
        <ScopeFields scope={scope} today={today} onChange={setScope} />
      </div>
      {children}
      <div className="form-foot">
        <Button kind="main" type="submit" busy={isBusy}>
          {isBusy ? doing : action}
        </Button>
      </div>
    </Form>
  );
}

function List({
  title,
  links,
  onStopped,
}: {
  readonly title: string;
  readonly links: readonly HealthLink[];
  readonly onStopped: () => void;
}) {
  const end = useEndHealthLink(useUser().id);
  const time = useTime();
  const at = useDayTime();
  return (
    <>
      <ul className="shares" aria-label={title}>
        {links.map(({ healthLinkId, createdAt, expiresAt, endedAt, state, readings }) => (
          <li key={healthLinkId} className="share">
            <p>
              <b>Code of {at(createdAt)}</b>
              <span className="switch-state">
                {state === 'live' && `Works until ${time(expiresAt)}`}
                {state === 'ended' && `Stopped at ${time(endedAt ?? expiresAt)}`}
                {state === 'expired' && `Expired at ${time(expiresAt)}`}
              </span>
              <span className="switch-state">
                {readings.length === 0 ? (
                  'No clinic has your report'
                ) : (
                  <Readings readings={readings} />
                )}
              </span>
            </p>
            {state === 'live' && (
              <div className="row-actions">
                <Button
                  kind="danger"
                  label={`Stop, code of ${at(createdAt)}`}
                  busy={end.isPending && end.variables === healthLinkId}
                  onPress={() => end.mutate(healthLinkId, { onSuccess: onStopped })}
                >
                  Stop
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Failure of={end.error} />
    </>
  );
}

/** Who got a report, and when. The names are unverified: the clinic's system sends any name. */
function Readings({ readings }: Pick<HealthLink, 'readings'>) {
  const time = useTime();
  return readings.map(({ at, recipient }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same time
    <span key={index} className="clinic-reading">
      <bdi>{recipient}</bdi> got your report at <time dateTime={at}>{time(at)}</time>
    </span>
  ));
}
