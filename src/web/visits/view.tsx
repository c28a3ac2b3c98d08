import type { Visit } from '../../contract/entities.ts';
import type { KindView } from '../entries/view.ts';
import { visits } from './kind.ts';
import { useVisitName } from './use-visits.ts';
import { VisitText } from './visit-text.tsx';

export const visitView: KindView<Visit> = {
  kind: visits,
  useWords() {
    const nameOf = useVisitName();
    return { name: ([visit]) => (visit ? `the ${nameOf(visit)}` : '') };
  },
  Deleted: ({ entries: [visit] }) => visit && <VisitText visit={visit} />,
};
