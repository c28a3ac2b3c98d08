import { capitalized } from '../../domain/capitalized.ts';
import type { Instant } from '../../domain/zone.ts';
import { useMinute } from '../platform/use-today.ts';
import { useUser } from '../platform/user.ts';
import { Button } from '../ui/button.tsx';
import { timeText } from '../ui/time-text.ts';

const EARLIER_MINUTES = [15, 30, 60, 120];

/** Asks when a dose was taken. Each button is a time before `from`. */
export function EarlierTimes({
  name,
  from,
  onChoose,
}: {
  /** The name of the medication. */
  readonly name: string;
  readonly from: Instant;
  /** Called with the minutes before `from`. */
  readonly onChoose: (minutes: number) => void;
}) {
  const user = useUser();
  const now = useMinute();
  return (
    <>
      <p className="row-question">When did you take it?</p>
      {EARLIER_MINUTES.map((minutes) => {
        const time = capitalized(timeText(from - minutes * 60_000, now, user));
        return (
          <Button
            key={minutes}
            kind="small"
            label={`${time}, ${name}`}
            onPress={() => onChoose(minutes)}
          >
            {time}
          </Button>
        );
      })}
    </>
  );
}
