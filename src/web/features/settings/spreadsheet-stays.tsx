import { useSpreadsheet } from '../../api/spreadsheet.ts';
import { useUser } from '../../api/user.ts';

/** What becomes of someone's own spreadsheet when their account goes. */
export function SpreadsheetStays() {
  const spreadsheet = useSpreadsheet(useUser().id);
  if (!spreadsheet.data?.spreadsheetId) return null;
  return <p>Your Google spreadsheet is yours and stays. We no longer write to it.</p>;
}
