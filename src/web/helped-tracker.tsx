import { HelperSummary } from './overview/helper-summary.tsx';
import { Overview } from './overview/overview.tsx';
import { useHelping } from './platform/user.ts';
import { lazy } from './ui/lazy.tsx';
import { RowLink, Rows } from './ui/row.tsx';

export const reportDownload = lazy(
  async () => (await import('./report/report-download.tsx')).ReportDownload,
);

/** The tracker of somebody whom the signed-in person helps: what a caregiver may see and do, and nothing else. */
export function HelpedTracker() {
  const helping = useHelping();
  if (!helping) return null;
  const name = helping.firstName || helping.name;
  return (
    <div className="stack">
      <HelperSummary />
      <Overview />
      <section className="card" aria-label="Doctor visit">
        <Rows>
          <li>
            <RowLink title={`Page for ${name}’s visit`} to="/dashboard?visit" />
          </li>
          <li>
            <RowLink title="Tablets left" to="/dashboard?tablets" />
          </li>
          <li>
            <RowLink title="Paper" state="Sheets to print and to type in" to="/dashboard?paper" />
          </li>
        </Rows>
      </section>
      <reportDownload.Component />
    </div>
  );
}
