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
