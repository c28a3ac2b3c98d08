import type { Profile } from '../../../contract/entities.ts';
import { ageOn } from '../../../domain/person.ts';
import { dateOf } from '../../../domain/zone.ts';
import { useConfig } from '../../api/config.ts';
import { calendarDateText } from '../../ui/calendar-date-text.ts';

const NOT_PROVIDED = 'Not provided';

/** The personal data of the profile, read-only. */
export function PersonFacts({ profile }: { readonly profile: Profile }) {
  const config = useConfig();
  const today = config.data && dateOf(Date.now(), config.data.timeZone);
  const { name, userId, email, birthday, yearsWithParkinsons, biologicalSex } = profile;
  const facts = [
    ['Full Name', name],
    ['User ID', userId],
    ['Email Address', email],
    ['Birthday', birthday && calendarDateText(birthday, 'long')],
    ['Age', birthday && today ? String(ageOn(birthday, today)) : ''],
    [
      "Number of Years with Parkinson's Disease",
      yearsWithParkinsons === null ? '' : yearsText(yearsWithParkinsons),
    ],
    ['Biological Sex', capitalised(biologicalSex)],
  ];
  return (
    <section className="card" aria-labelledby="personal">
      <h2 id="personal">Personal Information</h2>
      <dl className="facts">
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact || NOT_PROVIDED}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function yearsText(years: number): string {
  return years === 1 ? '1 year' : `${years} years`;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
