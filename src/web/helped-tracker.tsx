import { Overview } from './overview/overview.tsx';
import { Link } from './platform/navigation.tsx';
import { useHelping } from './platform/user.ts';
import { ReportDownload } from './report/report-download.tsx';

/** The tracker of somebody whom the signed-in person helps: what a caregiver may see and do, and nothing else. */
export function HelpedTracker() {
  const helping = useHelping();
  if (!helping) return null;
  const name = helping.firstName || helping.name;
  return (
    <div className="stack">
      <p className="soft helped-words">
        {helping.may === 'log'
          ? `You can read ${name}’s tracker, and log for them.`
          : `You can read ${name}’s tracker, but you cannot change it.`}
        {!helping.notes && ' You can’t see their notes.'}
      </p>
      <div>
        <Link className="link" to="/dashboard?visit">
          Page for {name}’s doctor visit
        </Link>
      </div>
      <Overview />
      <ReportDownload />
    </div>
  );
}
