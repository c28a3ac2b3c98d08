import type { ReactNode } from 'react';
import type { Visit } from '../../domain/visit.ts';
import { useToday } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { dayName } from './use-visits.ts';

/** A visit in a list: its day and its topics. */
export function VisitText({
  visit: { day, topics },
  children,
}: {
  readonly visit: Visit;
  readonly children?: ReactNode;
}) {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  return (
    <div className="entry-row-text">
      <span className="entry-row-number">{day ? dayName(day, today, user) : 'No day yet'}</span>
      {children}
      {topics.length > 0 && <p className="entry-row-note soft">{topics.join(' · ')}</p>}
    </div>
  );
}
