import './rating-chips.css';
import { ratingsOf, ratingsText } from './ratings-text.ts';
import type { Ratings } from './store/draft.ts';

/** The values of a form in columns, one for each name. Screen readers hear them with their names. */
export function RatingChips({
  form,
  names,
}: {
  readonly form: { readonly symptomData: Ratings };
  readonly names: readonly string[];
}) {
  const ratings = ratingsOf(form);
  if (ratings.length === 0) return 'No symptoms';
  return (
    <>
      <span className="visually-hidden">{ratingsText(form.symptomData)}.</span>
      <span className="rating-chips" aria-hidden="true">
        {names.map((name) => {
          const severity = ratings.find((rating) => rating.name === name)?.severity;
          return (
            <span key={name} className="rating-cell">
              {severity && <b className={`rating-chip rating-chip-${severity}`}>{severity}</b>}
            </span>
          );
        })}
      </span>
    </>
  );
}
