import { listed } from '../../domain/listed.ts';

/** The sentences about symptoms that are not rated when a form is submitted. */

/** 'Balance is not rated.' */
export function notRatedSentence(names: readonly string[]): string {
  return `${listed(names)} ${names.length === 1 ? 'is' : 'are'} not rated.`;
}

/** What to do first if nothing is rated. @param names all symptoms */
export function rateFirstSentence(names: readonly string[]): string {
  return names.length === 1 ? `Please rate ${names[0]}.` : 'Please rate at least one symptom.';
}

/** @param noted the symptoms that have a note but no rating */
export function noteSentence(noted: readonly string[]): string {
  const [first = '', ...others] = noted;
  if (others.length === 0) {
    return `Your note for ${first} needs a rating. Rate ${first}, or delete the note.`;
  }
  return `Your notes for ${listed(noted)} need a rating. Rate these symptoms, or delete the notes.`;
}

/** @param names the symptoms whose notes were deleted */
export function deletedSentence(names: readonly string[]): string {
  return names.length === 1
    ? `Your note for ${names[0]} was deleted.`
    : `Your notes for ${listed(names)} were deleted.`;
}
