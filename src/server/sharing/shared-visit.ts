import { ageOn, fullName } from '../../domain/person.ts';
import { visitDays } from '../../domain/visit.ts';
import type { VisitSummary } from '../../domain/visit-summary.ts';
import { addDays, dateOf, isoOf } from '../../domain/zone.ts';
import type { Context } from '../context.ts';
import type { Reader } from '../identity/queries/readers.ts';
import { fail } from '../platform/http/fail.ts';
import { dateStyleOf, findPerson } from '../profile/queries/profiles.ts';

/** A summary has at most 366 days. */
const MOST_DAYS_BACK = 365;

export async function findShared({ db, clock }: Context, reader: Reader): Promise<VisitSummary> {
  const person = await findPerson(db, reader.userId);
  if (!person) throw fail('shareEnded');
  const now = clock();
  const zone = person.timeZone;
  const today = dateOf(now, zone);
  const { basis, days } = visitDays(
    reader.from === null ? {} : { from: firstDay(reader.from, today) },
    undefined,
    today,
  );
  return {
    person: {
      name: fullName(person),
      age: person.birthday === '' ? null : ageOn(person.birthday, today),
      diagnosedYear: person.diagnosedYear,
    },
    style: dateStyleOf(person),
    zone,
    madeAt: isoOf(now),
    basis,
    days,
    daysBefore: days,
    lastVisit: null,
    nextVisit: null,
    topics: [],
    changes: { symptoms: [], compared: 0, tooFew: 0 },
    severity: { forms: 0, loggedDays: 0, symptoms: [], parts: [], lines: [] },
    authors: [],
  };
}

/** The days go on with the life of a link, and a link may begin with a day that has not come yet. */
function firstDay(from: string, today: string): string {
  const earliest = addDays(today, -MOST_DAYS_BACK);
  if (from < earliest) return earliest;
  return from > today ? today : from;
}
