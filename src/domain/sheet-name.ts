/**
 * The name of a person's sheet: the user id, an underscore, and the full name. From the full name, all
 * characters except the letters A to Z and a to z, digits and spaces are removed. Spaces become underscores (SPEC
 * section 7).
 */
export function sheetNameOf(userId: string, name: string): string {
  return `${userId}_${name.replace(/[^a-zA-Z0-9\s]/g, '').replace(/\s+/g, '_')}`;
}

/** The row of a form in the person's sheet, where the header is row 1 (DECISIONS 17). */
export function rowIndexOf(formNumber: number): number {
  return formNumber + 1;
}
