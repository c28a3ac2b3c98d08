import { useUser } from '../platform/user.ts';
import { useSpreadsheet } from './queries.ts';

/** What happens to the person's spreadsheet when the account is deleted. */
export function SpreadsheetStays() {
  const { data } = useSpreadsheet(useUser().id);
  if (!data?.spreadsheetId) return null;
  const { waiting } = data;
  return (
    <>
      <p>Your spreadsheet stays in your Google account. We will stop adding to it.</p>
      {waiting > 0 && (
        <p>
          {waiting === 1 ? '1 entry is' : `${waiting} entries are`} not in it yet. If you delete
          your account now, {waiting === 1 ? 'it' : 'they'} will not be copied.
        </p>
      )}
    </>
  );
}
