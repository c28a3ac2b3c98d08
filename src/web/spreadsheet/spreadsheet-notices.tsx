import { LegacyOffer } from './legacy-offer.tsx';
import { SpreadsheetEnded } from './spreadsheet-ended.tsx';

/** The notices about the Google spreadsheet on the overview. */
export function SpreadsheetNotices({ userId }: { readonly userId: string }) {
  return (
    <>
      <SpreadsheetEnded userId={userId} />
      <LegacyOffer userId={userId} />
    </>
  );
}
