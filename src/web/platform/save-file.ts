import { refusal } from './client.ts';

/** Saves the file that the server's response contains. @throws ApiError if the server refused the call */
export async function saveAnswer(response: Response): Promise<void> {
  if (!response.ok) throw await refusal(response);
  saveFile(nameIn(response), await response.blob());
}

/** Makes the browser download a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After a minute the browser has started the download and does not need the URL any more.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The name of a file that the server sent. */
export function nameIn(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'symptom-tracker';
}

/** The paper size that is usual in the country of the browser's language. */
export function paperHere(): 'Letter' | 'A4' {
  return /-(US|CA)$/.test(navigator.language) ? 'Letter' : 'A4';
}
