import { useState } from 'react';
import { allowAnalytics, allowsAnalytics } from '../platform/analytics.ts';
import { useConfig } from '../platform/config.ts';
import { Switch } from '../ui/fields.tsx';
import { RowLinkOut } from '../ui/row.tsx';
import { ActivityRow } from './activity-row.tsx';

/** The switch for error reports, which this device sends automatically (DECISIONS 27). */
export function PrivacyCard() {
  const privacyUrl = useConfig().data?.privacyUrl;
  const [isAllowed, setAllowed] = useState(allowsAnalytics);
  return (
    <section className="card" aria-labelledby="privacy">
      <h2 id="privacy">Privacy & Security</h2>
      <div className="rows">
        <Switch
          checked={isAllowed}
          onChange={(isOn) => {
            allowAnalytics(isOn);
            setAllowed(isOn);
          }}
        >
          <span>Analytics & Improvements</span>
        </Switch>
        <p className="soft small">
          We see what broke, where, and in what browser. We do not see what you type.
        </p>
        <ActivityRow />
        {privacyUrl && <RowLinkOut to={privacyUrl} icon="page" title="Privacy notice" />}
      </div>
    </section>
  );
}
