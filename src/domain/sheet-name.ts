/**
 * The name a person's forms go by in a sheet: the user id, an underscore, and the full name without
 * anything but letters, digits and spaces, the spaces as underscores (SPEC section 7).
 */
export function sheetNameOf(userId: string, name: string): string {
  return `${userId}_${name.replace(/[^a-zA-Z0-9\s]/g, '').replace(/\s+/g, '_')}`;
}

/** The row of a form in that sheet: the header is row 1 (DECISIONS 17). */
export function rowIndexOf(formNumber: number): number {
  return formNumber + 1;
}
