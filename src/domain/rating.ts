/** The rating of one symptom in a form. */
export interface Rating {
  /** The slot in which the symptom was (1 to 5). */
  readonly slot: number;
  /** The symptom's name when it was rated. */
  readonly name: string;
  readonly severity: number;
  /** '' is none. */
  readonly notes: string;
}

/** The characters of the names and notes of ratings. */
export function textLengthOf(ratings: readonly Rating[]): number {
  return ratings.reduce((sum, { name, notes }) => sum + name.length + notes.length, 0);
}
