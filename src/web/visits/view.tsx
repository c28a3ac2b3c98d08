import type { Visit } from '../../contract/entities.ts';
import { diaryDaysBefore } from '../../domain/visit.ts';
import { visitDayText } from '../../domain/visit-days.ts';
import type { KindView } from '../entries/view.ts';
import { Link } from '../platform/navigation.tsx';
import { useUser } from '../platform/user.ts';
import { visits } from './kind.ts';
import { useVisitName, useVisits } from './use-visits.ts';
import { VisitText } from './visit-text.tsx';

export const visitView: KindView<Visit> = {
  kind: visits,
  useWords() {
    const nameOf = useVisitName();
    return { name: ([visit]) => (visit ? `the ${nameOf(visit)}` : '') };
  },
  Deleted: ({ entries: [visit] }) => visit && <VisitText visit={visit} />,
  // On the three days before a visit, its row links to the diary. On its day, it links to the page for the visit.
  useToday(today) {
    const user = useUser();
    const day = useVisits()?.next?.day;
    if (!day) return [];
    if (day === today) {
      const row = <Row to="/dashboard?visit" text="Your visit is today. Open the page for it." />;
      return [{ key: 'visit', row }];
    }
    const { first, last } = diaryDaysBefore(day);
    if (today < first || today > last) return [];
    const text = `Your visit is on ${visitDayText(day, user)}. Fill in the diary today.`;
    return [{ key: 'visit', row: <Row to="/dashboard?diary" replace text={text} /> }];
  },
};

function Row({
  to,
  replace = false,
  text,
}: {
  readonly to: string;
  readonly replace?: boolean;
  readonly text: string;
}) {
  return (
    <Link className="today-row" to={to} replace={replace}>
      <b>Visit</b>
      <span className="today-text">{text}</span>
    </Link>
  );
}
