/** Copies a text. @returns false if the browser does not allow it, for example over plain http, where none offers it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
