import './settings.css';
import { useState } from 'react';
import { useConfig } from '../../api/config.ts';
import { Switch } from '../../ui/fields.tsx';
import { AccountCard } from './account-card.tsx';
import { ActivityCard } from './activity-card.tsx';
import { DataCard } from './data-card.tsx';
import { SpreadsheetCard } from './spreadsheet-card.tsx';

/** The switches of the spec with their initial states. */
const NOTIFICATIONS = [
  { key: 'dailyReminder', label: 'Daily Health Check-in', on: true },
  { key: 'medicationReminder', label: 'Medication Reminders', on: true },
  { key: 'exerciseReminder', label: 'Exercise Reminders', on: false },
  { key: 'weeklyReport', label: 'Weekly Health Report', on: true },
];
const PRIVACY = [
  { key: 'shareData', label: 'Share Data with Healthcare Providers', on: false },
  { key: 'allowAnalytics', label: 'Analytics & Improvements', on: true },
];
const VERSION = '1.0.0';

export function Settings() {
  const config = useConfig();
  const support = config.data?.supportEmail;
  return (
    <div className="stack">
      <SwitchCard title="Notifications" switches={NOTIFICATIONS}>
        These switches do nothing yet. Please keep your usual reminders.
      </SwitchCard>
      <SwitchCard title="Privacy & Security" switches={PRIVACY}>
        These switches do nothing yet. Nothing is shared.
      </SwitchCard>
      <AccountCard />
      <SpreadsheetCard />
      <DataCard />
      <ActivityCard />
      <section className="card" aria-labelledby="about">
        <h2 id="about">About</h2>
        <div className="stack-close">
          <p>Version {VERSION}</p>
          <p>
            Symptom Tracker is for people with Parkinson's disease and those who help them. Log
            symptoms. See how they change. Show the changes to your doctor.
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
  );
}

function SwitchCard({
  title,
  switches,
  children,
}: {
  readonly title: string;
  readonly switches: readonly {
    readonly key: string;
    readonly label: string;
    readonly on: boolean;
  }[];
  readonly children: string;
}) {
  const [on, setOn] = useState(
    () => new Set(switches.filter((each) => each.on).map(({ key }) => key)),
  );
  function set(key: string, checked: boolean) {
    const next = new Set(on);
    if (checked) next.add(key);
    else next.delete(key);
    setOn(next);
  }
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <p className="soft">{children}</p>
      <div className="stack-close">
        {switches.map(({ key, label }) => (
          <Switch key={key} checked={on.has(key)} onChange={(checked) => set(key, checked)}>
            {label}
          </Switch>
        ))}
      </div>
    </section>
  );
}
