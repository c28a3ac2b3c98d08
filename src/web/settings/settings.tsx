import './settings.css';
import { version } from '../../../package.json';
import { CaregiversRow } from '../caregivers/caregivers-card.tsx';
import { QuestionsRow } from '../check-ins/questions-row.tsx';
import { DataCard } from '../data/data-card.tsx';
import { AccountCard } from '../identity/account-card.tsx';
import { PrivacyCard } from '../identity/privacy-card.tsx';
import { useConfig } from '../platform/config.ts';
import { useSettingsBelow } from '../platform/setting.ts';
import { RemindersCard } from '../reminders/reminders-card.tsx';
import { ReportDownload } from '../report/report-download.tsx';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { SpreadsheetRow } from '../spreadsheet/spreadsheet-card.tsx';
import { RowLink, Rows } from '../ui/row.tsx';
import { DeleteCard } from './delete-card.tsx';

export function Settings() {
  const config = useConfig();
  useSettingsBelow();
  const support = config.data?.supportEmail;
  return (
    <div className="settings stack">
      <div className="columns">
        <div className="stack">
          <ReportDownload />
          <RemindersCard>
            <QuestionsRow />
          </RemindersCard>
        </div>
        <div className="stack">
          <SharingCard>
            <CaregiversRow />
          </SharingCard>
          <PrivacyCard />
          <AccountCard />
        </div>
      </div>
      <div className="columns">
        <DataCard>
          <SpreadsheetRow />
        </DataCard>
        <div className="stack">
          <section className="card about" aria-labelledby="about">
            <div className="about-head">
              <h2 id="about">About</h2>
              <p className="small">Version {version}</p>
            </div>
            <Rows>
              <li>
                <RowLink to="/help" icon="page" title="Help" />
              </li>
            </Rows>
            <div className="stack-close small">
              <p>For people with Parkinson's.</p>
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
          <DeleteCard />
        </div>
      </div>
    </div>
  );
}
