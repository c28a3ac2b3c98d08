import { useSpreadsheet } from '../../api/spreadsheet.ts';
import { useUser } from '../../api/user.ts';

/** What becomes of someone's own spreadsheet when their account goes. */
export function SpreadsheetStays() {
  const { data } = useSpreadsheet(useUser().id);
  if (!data?.spreadsheetId) return null;
  return (
    <>
      <p>Your Google spreadsheet is yours and stays. We no longer write to it.</p>
      <NotInYet waiting={data.waiting} />
    </>
  );
}

/** The forms that a spreadsheet will lack if it ends now. */
export function NotInYet({ waiting }: { readonly waiting: number }) {
  if (waiting === 0) return null;
  return <p>{waiting === 1 ? '1 form is' : `${waiting} forms are`} not in it yet.</p>;
}
