import './shared.css';
import { type ReactNode, useState } from 'react';
import { dateFormats } from '../../domain/formats.ts';
import { MAX_PASSCODE_LENGTH } from '../../domain/share.ts';
import { dateOf } from '../../domain/zone.ts';
import { BrandMark } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { Page } from '../ui/page.tsx';
import { VisitPage } from '../visits/page/visit-page.tsx';
import type { Shared, SharedLink } from './shared.ts';
import { useShared } from './use-shared.ts';

/** Does not name the person, because browsers keep titles in their history. */
const TITLE = 'Shared with you';

/** The page of a link: read only, for someone without an account. */
export function SharedPage({ link }: { readonly link: SharedLink | undefined }) {
  const { state, isDownloading, load, enter, download } = useShared(link);
  if (state.kind === 'open') {
    return (
      <Page
        title={TITLE}
        header={<Bar shared={state.shared} isDownloading={isDownloading} onDownload={download} />}
      >
        <div className="stack">
          {state.notice && <Message kind="warning">{state.notice}</Message>}
          <VisitPage summary={state.shared.visit} />
        </div>
      </Page>
    );
  }
  return (
    <Page title={TITLE} header={<PlainBar />}>
      {state.kind === 'loading' && <Loading />}
      {state.kind === 'passcode' && (
        <Passcode refusal={state.refusal} isBusy={state.isBusy} onEnter={enter} />
      )}
      {state.kind === 'closed' && (
        <Card>
          <Message kind="info">{state.message}</Message>
        </Card>
      )}
      {state.kind === 'failed' && (
        <Card>
          <Message kind="danger">{state.message}</Message>
          <Button kind="main" onPress={load}>
            Try again
          </Button>
        </Card>
      )}
    </Page>
  );
}

function Card({ children }: { readonly children: ReactNode }) {
  return (
    <div className="narrow card">
      <h1>{TITLE}</h1>
      {children}
    </div>
  );
}

function PlainBar() {
  return (
    <header className="page-top">
      <p className="brand">
        <BrandMark />
        Symptom Tracker
      </p>
    </header>
  );
}

const days = dateFormats({ month: 'short', day: 'numeric' });
const daysAndYears = dateFormats({ dateStyle: 'medium' });

function Bar({
  shared: { visit, expiresAt },
  isDownloading,
  onDownload,
}: {
  readonly shared: Shared;
  readonly isDownloading: boolean;
  readonly onDownload: () => void;
}) {
  const { zone, style, person, madeAt } = visit;
  // A link that works through December 21 expires when December 22 begins.
  const last = Date.parse(expiresAt) - 1;
  const year = (instant: number) => dateOf(instant, zone).slice(0, 4);
  const formats = year(last) === year(Date.parse(madeAt)) ? days : daysAndYears;
  return (
    <header className="shared-bar">
      <div className="shared-bar-content">
        <h1>
          {[
            person.name ? `Shared by ${person.name}` : TITLE,
            'read only',
            `until ${formats(zone, style).format(last)}`,
          ].join('\u00a0· ')}
        </h1>
        <Button kind="quiet" icon="download" busy={isDownloading} onPress={onDownload}>
          {isDownloading ? 'Generating PDF...' : 'Download PDF'}
        </Button>
      </div>
    </header>
  );
}

function Passcode({
  refusal,
  isBusy,
  onEnter,
}: {
  readonly refusal: string;
  readonly isBusy: boolean;
  readonly onEnter: (passcode: string) => void;
}) {
  const [passcode, setPasscode] = useState('');
  return (
    <Card>
      <Form className="stack" onSubmit={() => !isBusy && onEnter(passcode)}>
        <p>This link has a passcode. The person who sent the link can tell you the passcode.</p>
        <TextField
          label="Passcode"
          // Not a password field, because the browser would offer to save the passcode.
          autoComplete="off"
          maxLength={MAX_PASSCODE_LENGTH}
          value={passcode}
          onChange={setPasscode}
          missing="Enter the passcode."
          refusal={refusal}
        />
        <Button kind="main" type="submit" busy={isBusy}>
          {isBusy ? 'Opening...' : 'Open'}
        </Button>
      </Form>
    </Card>
  );
}
