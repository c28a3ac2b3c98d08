import { SYMPTOM_KEYS } from '../../domain/symptoms.ts';
import type { Rating, Ratings } from './store/draft.ts';

/** Keeps a value on the same line as its name. */
export const NO_BREAK = '\u00a0';

/** In slot order. */
export function ratingsOf({ symptomData }: { readonly symptomData: Ratings }): Rating[] {
  return SYMPTOM_KEYS.flatMap((key) => symptomData[key] ?? []);
}

/** 'Tremor 4, Stiffness 2', in slot order; '' if nothing is rated. */
export function ratingsText(symptomData: Ratings): string {
  return ratingsOf({ symptomData })
    .map(({ name, severity }) => `${name}${NO_BREAK}${severity}`)
    .join(', ');
}
