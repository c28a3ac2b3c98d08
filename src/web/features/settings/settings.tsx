import './settings.css';
import { useConfig } from '../../api/config.ts';
import { AccountCard } from './account-card.tsx';
import { ActivityCard } from './activity-card.tsx';
import { CaregiversCard } from './caregivers-card.tsx';
import { DataCard } from './data-card.tsx';
import { DeleteCard } from './delete-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { PrivacyCard } from './privacy-card.tsx';
import { RemindersCard } from './reminders-card.tsx';
import { ReportDownload } from './report-download.tsx';
import { SharingCard } from './sharing-card.tsx';
import { SpreadsheetCard } from './spreadsheet-card.tsx';
import { WaysInCard } from './ways-in-card.tsx';

const VERSION = '1.0.0';

export function Settings() {
  const config = useConfig();
  const support = config.data?.supportEmail;
  return (
    <div className="stack">
      <div className="columns">
        <div className="stack">
          <ReportDownload />
          <RemindersCard />
          <SharingCard />
          <PrivacyCard />
          <CaregiversCard />
          <AccountCard />
          <WaysInCard />
          <DevicesCard />
        </div>
        <div className="stack">
          <SpreadsheetCard />
          <DataCard />
          <ActivityCard />
          <section className="card" aria-labelledby="about">
            <h2 id="about">About</h2>
            <div className="stack-close">
              <p>Version {VERSION}</p>
              <p>
                This app is for people with Parkinson's and those who help them. Log symptoms. See
                how they change. Show the changes to your doctor.
              </p>
              {support && (
                <p>
                  Support:{' '}
                  <a className="link" href={`mailto:${support}`}>
                    {support}
                  </a>
                </p>
              )}
            </div>
          </section>
        </div>
      </div>
      <DeleteCard />
    </div>
  );
}
