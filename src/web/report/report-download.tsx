import { useRef, useState } from 'react';
import { daysText } from '../../domain/visit-days.ts';
import { type ReportRequest, useMailReport, useReport } from '../data/queries.ts';
import { useAccount } from '../identity/queries.ts';
import { useNoMail } from '../platform/config.ts';
import { Failure } from '../platform/failure.tsx';
import { useAsked } from '../platform/navigation.tsx';
import { closeSetting, openSetting } from '../platform/setting.ts';
import { SettingDialog } from '../platform/setting-dialog.tsx';
import { useHelping, useMe, useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Message } from '../ui/message.tsx';
import { ProgressBar } from '../ui/progress.tsx';
import { Row } from '../ui/row.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import {
  daysOfParameter,
  firstCustomDays,
  PERIODS,
  type Period,
  problemOf,
  spanOf,
} from './report-period.ts';

const PAPERS = { Letter: 'Letter (US)', A4: 'A4' } as const;
type Paper = keyof typeof PAPERS;

/** What the report has; the first is the default. */
const EXTENTS = { summary: 'Summary', everything: 'With all entries' } as const;
type Extent = keyof typeof EXTENTS;

/** The report for a neurologist, with a choice of pages, days and paper, to download or by email. */
export function ReportDownload() {
  const [user, me] = [useUser(), useMe()];
  const isHelping = useHelping() !== undefined;
  // A narrow page of the settings has no room for the fields. Helpers have no settings.
  const isFolded = !useIsWide() && !isHelping;
  const zone = user.timeZone;
  const account = useAccount(me.id);
  const isMailed = useNoMail() === undefined;
  const [period, setPeriod] = useState<Period>('quarter');
  const [days, setDays] = useState(() => firstCustomDays(zone, Date.now()));
  const [paper, setPaper] = useState<Paper>('Letter');
  const [extent, setExtent] = useState<Extent>('summary');
  const [mistake, setMistake] = useState<ReturnType<typeof problemOf>>();
  const report = useReport({ id: user.id, email: me.email });
  const mail = useMailReport({ id: user.id, email: me.email });
  const isBusy = report.isPending || mail.isPending;
  const heading = useRef<HTMLHeadingElement>(null);

  // A link of the overview requests this card, and one of the page for a visit also its days.
  useAsked('report', (value) => {
    const asked = daysOfParameter(value);
    if (asked) {
      setPeriod('custom');
      setDays(asked);
    }
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  });

  function day(name: keyof typeof days) {
    return {
      value: days[name],
      refusal: mistake?.day === name ? mistake.words : '',
      onChange: (value: string) => setDays({ ...days, [name]: value }),
    };
  }

  function ask({ mutate }: { readonly mutate: (request: ReportRequest) => void }) {
    report.reset();
    mail.reset();
    const wrong = period === 'custom' ? problemOf(days, zone, Date.now()) : undefined;
    setMistake(wrong);
    if (wrong && isFolded) openSetting('report');
    if (!wrong) mutate({ ...spanOf(period, days, zone, Date.now()), paper, extent });
  }

  const isOfDays = period === 'custom' && !problemOf(days, zone, Date.now());
  const title = isHelping ? 'Report for the doctor' : 'Report for your doctor';
  const fields = (
    <>
      <div className="field-row-lists">
        <SelectField
          label="Pages"
          value={extent}
          onChange={(chosen) => setExtent(chosen as Extent)}
        >
          {Object.entries(EXTENTS).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Period"
          value={period}
          onChange={(chosen) => setPeriod(chosen as Period)}
        >
          {Object.entries(PERIODS).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </SelectField>
        <SelectField label="Paper" value={paper} onChange={(chosen) => setPaper(chosen as Paper)}>
          {Object.entries(PAPERS).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
      {period === 'custom' && (
        <div className="field-row">
          <TextField label="Start Date" type="date" {...day('start')} />
          <TextField label="End Date" type="date" {...day('end')} />
        </div>
      )}
    </>
  );

  return (
    <section className="card" aria-labelledby="report">
      <h2 id="report" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {isFolded ? (
        <div className="rows">
          <Row
            title={
              isOfDays ? daysText({ first: days.start, last: days.end }, user) : PERIODS[period]
            }
            state={`${EXTENTS[extent]}, ${PAPERS[paper]}`}
            onPress={() => openSetting('report')}
          />
          <SettingDialog of="report" title={title}>
            {fields}
            <Button kind="main" onPress={() => closeSetting('report')}>
              Done
            </Button>
          </SettingDialog>
        </div>
      ) : (
        fields
      )}
      {/* A helper's page has one loud button: the one that tracks symptoms. */}
      <ReportButton
        kind={isHelping ? 'plain' : 'main'}
        report={report}
        busy={isBusy}
        onPress={() => ask(report)}
      />
      <ReportState report={report} />
      {isMailed && account.data?.emailProven && (
        <Button wide busy={isBusy} onPress={() => ask(mail)}>
          {mail.isPending ? 'Sending...' : 'Email me the PDF'}
        </Button>
      )}
      {isMailed && account.data && !account.data.emailProven && !isHelping && (
        <p className="soft">
          We can email you the PDF. First, please confirm your email address under Account.
        </p>
      )}
      {mail.isSuccess && <Message kind="success">The PDF is on its way to {me.email}.</Message>}
      <Failure of={mail.error} otherwise="Failed to export data" />
    </section>
  );
}

type Report = ReturnType<typeof useReport>;

/** Requests a report. */
export function ReportButton({
  kind,
  report,
  busy = report.isPending,
  onPress,
}: {
  readonly kind: 'main' | 'plain';
  readonly report: Report;
  readonly busy?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <Button kind={kind} wide busy={busy} onPress={onPress}>
      {!report.isPending && <Icon name="download" />}
      {report.isPending ? 'Generating PDF...' : 'Download PDF'}
    </Button>
  );
}

/** The progress and the outcome of a report. */
export function ReportState({ report }: { readonly report: Report }) {
  if (report.isPending) {
    return (
      <ProgressBar label="Generating PDF" progress={report.progress} onCancel={report.cancel} />
    );
  }
  if (report.isError) return <Failure of={report.error} otherwise="Failed to generate PDF" />;
  if (!report.isSuccess) return null;
  return report.data === 'cancelled' ? (
    <Message kind="info">Cancelled. No PDF was made.</Message>
  ) : (
    <Message kind="success">PDF downloaded successfully!</Message>
  );
}
