import { Link } from '../platform/navigation.tsx';
import { settingPath } from '../platform/setting.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { useSpreadsheet, useTurnOffSpreadsheet } from './queries.ts';

/** Says that copying to the spreadsheet was turned off, unless the person turned it off. */
export function SpreadsheetEnded({ userId }: { readonly userId: string }) {
  const { data } = useSpreadsheet(userId);
  const off = useTurnOffSpreadsheet(userId);
  if (data?.state !== 'off' || !data.problem) return null;
  return (
    <section className="card" aria-label="Your Google spreadsheet">
      <Message kind="warning">
        We can no longer copy what you log to your Google spreadsheet. New entries are saved here
        only.
      </Message>
      <Link className="button button-wide" to={settingPath('spreadsheet')}>
        See why in Settings
      </Link>
      <Button wide busy={off.isPending} onPress={off.mutate}>
        Leave copying off
      </Button>
    </section>
  );
}
