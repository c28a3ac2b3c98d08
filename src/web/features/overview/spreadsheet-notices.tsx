import { LegacyOffer } from './legacy-offer.tsx';
import { SpreadsheetEnded } from './spreadsheet-ended.tsx';

/** What a person with a Google spreadsheet is told on the overview. */
export function SpreadsheetNotices({ userId }: { readonly userId: string }) {
  return (
    <>
      <SpreadsheetEnded userId={userId} />
      <LegacyOffer userId={userId} />
    </>
  );
}
