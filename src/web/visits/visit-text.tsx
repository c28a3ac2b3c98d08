import type { ReactNode } from 'react';
import type { Visit } from '../../domain/visit.ts';
import { daysText } from '../../domain/visit-days.ts';
import { useUser } from '../platform/user.ts';

/** A visit in a list: its day and its topics. */
export function VisitText({
  visit: { day, topics },
  children,
}: {
  readonly visit: Visit;
  readonly children?: ReactNode;
}) {
  const user = useUser();
  return (
    <div className="entry-row-text">
      <span className="entry-row-number">
        {day ? daysText({ first: day, last: day }, user) : 'No day yet'}
      </span>
      {children}
      {topics.length > 0 && <p className="entry-row-note soft">{topics.join(' · ')}</p>}
    </div>
  );
}
