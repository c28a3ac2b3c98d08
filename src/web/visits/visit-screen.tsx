import { useState } from 'react';
import { shortDay } from '../../domain/visit-days.ts';
import { lastDays } from '../../domain/windows.ts';
import { dateOf } from '../../domain/zone.ts';
import { ApiError, serverMessage } from '../platform/client.ts';
import { Failure } from '../platform/failure.tsx';
import { Link } from '../platform/navigation.tsx';
import { useHelping, useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/fields.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loading } from '../ui/loading.tsx';
import { Message } from '../ui/message.tsx';
import { VisitPage } from './page/visit-page.tsx';
import { useVisitSummary } from './queries.ts';

/** The lengths that can be chosen (days). */
const LENGTHS = [28, 90];

/** The page for a visit, with the person's own data or with the data of somebody whom they help. */
export function VisitScreen() {
  const user = useUser();
  const helping = useHelping();
  /** In days; 0 stands for the time since the last visit. */
  const [length, setLength] = useState(0);
  const today = dateOf(Date.now(), user.timeZone);
  const days = length === 0 ? {} : { from: lastDays(length, today).first };
  const { data, isError, error, isPlaceholderData, refetch } = useVisitSummary(user.id, days);
  if (!data) {
    if (!isError) return <Loading />;
    return (
      <div className="stack">
        <Message kind={error instanceof ApiError ? 'danger' : 'warning'}>
          {error instanceof ApiError
            ? serverMessage(error, 'We couldn’t load this page. Please try again.')
            : 'This page is not stored on this device. You can see it when you’re online again.'}
        </Message>
        <Button onPress={() => void refetch()}>Try again</Button>
      </div>
    );
  }
  const { lastVisit } = data;
  const helpedName = helping?.firstName || helping?.name;
  const isSinceVisit = data.basis === 'lastVisit' && lastVisit !== null;
  return (
    <VisitPage
      summary={data}
      notice={
        <>
          {helping && !helping.notes && (
            <p className="soft visit-notice">
              You do not see {helpedName}’s notes, or what {helpedName} wants to talk about. Only{' '}
              {helpedName} can add to it.
            </p>
          )}
          <Failure of={error} otherwise="We couldn’t load this period. Please try again." />
          <p className="visually-hidden" role="status">
            {isPlaceholderData ? 'Loading this period.' : ''}
          </p>
        </>
      }
      controls={
        <>
          <SelectField
            label="Period"
            value={String(length)}
            onChange={(text) => setLength(Number(text))}
          >
            {(isSinceVisit || (length > 0 && lastVisit !== null)) && (
              <option value="0">Since {shortDay(lastVisit, user)} (last visit)</option>
            )}
            {LENGTHS.map((each, index) => (
              <option key={each} value={isSinceVisit || length > 0 || index > 0 ? each : 0}>
                The last {each} days
              </option>
            ))}
          </SelectField>
          <Button onPress={() => window.print()}>
            <Icon name="print" />
            Print
          </Button>
          {!helping && (
            <Link
              className="button"
              to={`/dashboard?tab=settings&report=${data.days.first}..${data.days.last}`}
              replace
            >
              <Icon name="download" />
              Report as a PDF
            </Link>
          )}
        </>
      }
      change={
        !helping && (
          <Link className="link visit-change" to="/dashboard?nextvisit" replace>
            <Icon name="edit" />
            {data.nextVisit !== null || data.topics.length > 0
              ? 'Change the visit'
              : 'Add your next visit'}
          </Link>
        )
      }
    />
  );
}
